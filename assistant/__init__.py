"""Durbar: a table assistant for people who play Rajas of the Ganges with the real box."""

import os

# Dice and tiles are read side by side, a core each: a product of matrices that asks for both cores would wait for the
# other reader. Only heeded when numpy has not been loaded yet, so it stands at the very door.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

__version__ = "0.1.0"
