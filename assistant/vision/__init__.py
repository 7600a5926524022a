"""The eye: pictures in, readings with confidence out."""

import os

# Dice and tiles are read side by side, a core each: a product of matrices that asks for both cores would wait for the
# other reader. Only heeded when numpy has not been loaded yet.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
