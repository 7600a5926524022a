"""The eye: pictures in, readings with confidence out."""
