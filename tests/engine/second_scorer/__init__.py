"""A second pair of eyes on the score.

Written from the German rulebook's wording, it shares no code with the engine: it reads the log of a game (JSON lines,
moves as text) and the raw edition file, keeps its own books and says who won with how much. Where it disagrees with
the engine, one of the two is wrong. It knows the base game with all default rulings, nothing else.
"""

from tests.engine.second_scorer.scorer import Bookkeeper, BookkeepingError, score_log

__all__ = ["Bookkeeper", "BookkeepingError", "score_log"]
