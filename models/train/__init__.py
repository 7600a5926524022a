"""Everything that makes the dice networks again from nothing: rendering, training, export, evaluation."""
