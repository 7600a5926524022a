"""A session whose commands are taps on the page: whoever plays through it plays with a finger."""

from assistant.engine.core.moves import parse_move
from assistant.table.commands import Answer, PlayMove, SetMode


class FingerSession:
    """Looks like the session it wraps; answers, moves and the camera's switch go through the page."""

    def __init__(self, session, page) -> None:
        self._session = session
        self.page = page
        self.questions: list[str] = []
        """Keys of the questions answered by tapping one of the answers."""
        self.tapped: list[str] = []
        """Moves said by tapping, although no question offered them."""
        self.widest = 0
        """Most answers a question had, "something else" included."""

    def __getattr__(self, name):
        return getattr(self._session, name)

    def do(self, command):
        if isinstance(command, Answer):
            return self._answer(command)
        if isinstance(command, PlayMove):
            return self._play(command.move)
        if isinstance(command, SetMode):
            return self._watch(command.camera)
        return self._session.do(command)

    def _changed(self, before: int) -> None:
        for _ in range(4000):
            if self._session.revision > before:
                return
            self.page.wait_for_timeout(5)
        raise AssertionError(f"the tap did nothing: {self.page.inner_text('.now')[:400]}")

    def _answer(self, command) -> None:
        shown = f'[data-question="{command.question_id}"]'
        self.page.wait_for_selector(shown)
        question = self._session.snapshot().question
        self.questions.append(question.key)
        self.widest = max(self.widest, len(self.page.query_selector_all(f"{shown} [data-choice]")))
        before = self._session.revision
        self.page.click(f'{shown} [data-choice="{command.choice}"]')
        if command.choice == "other":
            self.page.wait_for_selector(shown, state="detached")
        else:
            self._changed(before)

    def _play(self, text: str) -> None:
        before = self._session.revision
        self.page.wait_for_selector(f'.page[data-revision="{before}"]')
        self.tapped.append(text)
        move = parse_move(text)
        if move.verb == "place":
            self.page.click(f'.board [data-space="{move.args[0]}"]')
        else:
            self._choose(text, move)
        self._changed(before)

    def _choose(self, text: str, move) -> None:
        if self.page.query_selector("[data-question]"):
            self.page.click("[data-question] [data-choice=other]")
            self.page.wait_for_selector("[data-question]", state="detached")
        self.page.wait_for_selector("[data-decision]")
        if move.verb == "pay" and not self.page.query_selector(f'[data-decision] [data-move="{text}"]'):
            self._tap_dice(move.args)
        self.page.click(f'[data-decision] [data-move="{text}"]')

    def _tap_dice(self, words: tuple[str, ...]) -> None:
        """Choose the dice on the statue; a second tap turns one."""
        for word in words:
            die = f'.now [data-die="{word[:2]}"][aria-pressed=false] >> nth=0'
            self.page.click(die)
            if len(word) > 2:
                self.page.click(f'.now [data-die="{word[:2]}"][aria-pressed=true] >> nth=-1')

    def _watch(self, on: bool) -> None:
        address = self.page.url
        self.page.goto(address.split("/", 3)[0] + "//" + address.split("/")[2] + "/camera")
        self.page.click(f'[data-watch="{"off" if on else "on"}"]')
        self.page.wait_for_selector(f'[data-watch="{"on" if on else "off"}"]')
        self.page.goto(address)
        self.page.wait_for_selector(".now")
