"""Tests of the variants and modules."""
