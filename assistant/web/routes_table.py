"""The table over HTTP: look, play, take back, answer."""

from typing import Annotated, Any

from fastapi import APIRouter, Path

from assistant.engine.core.moves import CHANCE
from assistant.web import schemas as wire
from assistant.web.access import Answerer, Asker, DeskDep, Host, Looker, Player, RefusedError, Undoer
from assistant.web.desk import Answer, Desk
from assistant.web.grants import Grant
from assistant.web.hub import table_of
from assistant.web.view import board_view, box_view, reason_wire

router = APIRouter(prefix="/api", tags=["table"])
STATUS = {"stale": 409, "illegal": 409, "none": 409, "unknown": 404, "setup": 422, "closed": 409, "store": 503}
REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": wire.Problem} for status in (400, 401, 403, 404, 409, 413, 421, 422, 429, 503)
}
WordPath = Annotated[wire.Word, Path()]
MOST_REVISION = 1_000_000


class AnswerRefusedError(RefusedError):
    """The desk said no, with reasons."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(STATUS.get(answer.code, 409), answer.code, answer.message)
        self.answer = answer


def done(answer: Answer) -> wire.Done:
    if not answer.ok:
        raise AnswerRefusedError(answer)
    warnings = [reason_wire(one) for one in answer.warnings]
    return wire.Done(revision=answer.revision, seq=answer.seq, warnings=warnings)


@router.get("/box", responses=REFUSALS)
def box(grant: Looker, desk: DeskDep) -> wire.Box:
    """Everything printed on the components in play."""
    return box_view(desk.game)


@router.get("/table", responses=REFUSALS)
def table(grant: Looker, desk: DeskDep) -> wire.Table:
    """The moment, complete."""
    return table_of(desk)


@router.get("/table/{revision}", responses=REFUSALS)
def table_at(grant: Looker, revision: Annotated[int, Path(ge=0, le=MOST_REVISION)], desk: DeskDep) -> wire.Table:
    """An earlier moment of this game, to look back at."""
    state = desk.at(revision)
    if state is None:
        raise RefusedError(404, "unknown", f"The game has no moment {revision}.")
    now = table_of(desk)
    past = board_view(desk.game, state, {one.seat: one.name for one in now.players})
    keep: dict[str, Any] = {"revision": revision, "question": None, "differences": [], "last": []}
    return now.model_copy(update={**past, **keep})


@router.get("/history", responses=REFUSALS)
def history(grant: Looker, desk: DeskDep) -> wire.History:
    """Where the points came from, turn by turn, and all moves."""
    return desk.history()


@router.get("/why/{target}", responses=REFUSALS)
def why(grant: Looker, target: WordPath, desk: DeskDep) -> wire.Why:
    """Why a space or tile cannot be chosen now; no reasons means it can."""
    reasons = desk.game.explain(desk.moment().state, target)
    return wire.Why(target=target, reasons=[reason_wire(one) for one in reasons])


def acting_seat(desk: Desk, grant: Grant) -> str | None:
    """The seat that is asked now, refused when it is not the asker's own. Rolls belong to the seat they are for."""
    state = desk.moment().state
    actor = desk.game.actor(state)
    if actor == CHANCE:
        actor = state.agenda[0][2] if state.agenda and state.agenda[0][0] == "roll" else state.seat
    seat = desk.game.rules.seats[actor] if actor >= 0 else None
    if not grant.owns(seat):
        raise RefusedError(403, "seat", "It is not your turn.")
    return seat


@router.post("/moves", responses=REFUSALS)
def play(grant: Player, request: wire.MoveRequest, desk: DeskDep) -> wire.Done:
    """Make a move for the seat that is asked now."""
    acting_seat(desk, grant)
    return done(desk.play(request.move, grant.seat, request.revision))


@router.post("/chance", responses=REFUSALS)
def chance(grant: Player, request: wire.RevisionRequest, desk: DeskDep) -> wire.Done:
    """Let the machine roll or draw."""
    acting_seat(desk, grant)
    return done(desk.chance(request.revision))


@router.post("/undo", responses=REFUSALS)
def undo(grant: Undoer, request: wire.RevisionRequest, desk: DeskDep) -> wire.Done:
    """Take the last move back."""
    return done(desk.undo(request.revision))


@router.post("/redo", responses=REFUSALS)
def redo(grant: Undoer, request: wire.RevisionRequest, desk: DeskDep) -> wire.Done:
    """Make the move taken back again."""
    return done(desk.redo(request.revision))


@router.post("/goto", responses=REFUSALS)
def goto(grant: Undoer, request: wire.GotoRequest, desk: DeskDep) -> wire.Done:
    """Go back (or forth) to a moment and play on from there."""
    return done(desk.goto(request.target, request.revision))


@router.post("/answer", responses=REFUSALS)
def answer(grant: Answerer, request: wire.AnswerRequest, desk: DeskDep) -> wire.Done:
    """Answer the question that is open."""
    question = desk.moment().question
    if question is None or question.id != request.question:
        raise RefusedError(409, "none", "This question is no longer open.")
    if question.seat is not None and not grant.owns(question.seat):
        raise RefusedError(403, "seat", "The question is for another seat.")
    return done(desk.answer(request.question, request.choice, request.revision))


@router.post("/fix", responses=REFUSALS)
def fix(grant: Host, request: wire.FixRequest, desk: DeskDep) -> wire.Done:
    """Set one place of the record by hand; the log keeps what it was."""
    return done(desk.fix(request.place, request.value, request.revision))


@router.post("/accept", responses=REFUSALS)
def accept(grant: Host, request: wire.RevisionRequest, desk: DeskDep) -> wire.Done:
    """Accept as played: the record takes over what the table shows, flagged as irregular."""
    return done(desk.accept(request.revision))


@router.post("/watch", responses=REFUSALS)
def watch(grant: Host, request: wire.ModeRequest, desk: DeskDep) -> wire.Done:
    """Switch the camera's eye on or off; the game goes on either way."""
    return done(desk.watch(request.watching))


@router.post("/games", responses=REFUSALS)
def new_game(grant: Host, request: wire.NewGameRequest, desk: DeskDep) -> wire.Done:
    """Begin a new game; the old one stays in the store."""
    return done(desk.new_game(request))


@router.get("/hints", responses=REFUSALS)
def hints(grant: Asker, desk: DeskDep) -> wire.Hints:
    """The bot's best three moves for the seat that is asked now."""
    acting_seat(desk, grant)
    return wire.Hints(hints=desk.hints(3))
