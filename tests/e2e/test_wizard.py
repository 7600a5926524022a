"""From nothing to a game with the simulated camera: markers, frame kept, tile learned, players, begin."""

import numpy as np
import pytest

from assistant.editions import load_document
from assistant.sim.render import render_world, world_of
from assistant.sim.scatter import Wishes
from assistant.web.camera import EyeCamera
from tests.e2e.test_views import check
from tests.web.choice import Choice
from tests.web.lamps import FakeLamps

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]


@pytest.fixture(scope="module")
def picture():
    """A clean picture of a table with its marker cards."""
    wishes = Wishes(size_wh=(1920, 1080), elevation_deg=(70.0, 80.0), hands=False, clean=True)
    return render_world(world_of(5, 1, wishes), 5, 1).image


def test_the_wizard_leads_from_nothing_to_a_game(serve, open_page, picture):
    kept = []
    camera = EyeCamera(on_calibration=kept.append)
    camera.see(picture)
    table = serve(players=2, camera=camera)
    page = open_page(table.address + "/setup").page
    page.click("[data-pick=white]")
    page.fill("[data-name=red]", "Ada")
    page.click("[data-step=modules]")
    page.click("[data-module=ganga]")
    page.click("[data-step=house]")
    page.wait_for_selector(".rule")
    page.click("[data-step=camera]")
    page.wait_for_selector("polygon", state="attached", timeout=20_000)
    assert page.query_selector(".verdict")
    page.click("[data-calibrate]")
    page.wait_for_selector(".fine", timeout=20_000)
    assert kept
    page.click("[data-step=tiles]")
    page.click("[data-snap]")
    page.wait_for_function("() => document.querySelector('progress').value === 1")
    page.click("[data-step=box]")
    page.wait_for_selector("[data-entry]")
    page.click("[data-step=begin]")
    page.click("[data-begin]")
    page.wait_for_selector(".now h1")
    desk = table.app.state.desk
    assert desk.game.setup.seats == ("red", "yellow", "white")
    assert desk.game.setup.modules == ("ganga",)
    assert "Ada" in page.inner_text(".seats")


def test_tiles_are_taken_by_themselves_when_they_lie_still(serve, open_page, picture):
    """Clear cell, begin, lay down, next: no finger between; the last can be taken again."""
    camera = EyeCamera()
    camera.see(picture)
    assert camera.calibrate({}) == ""
    table = serve(players=2, camera=camera)
    page = open_page(table.address + "/setup").page
    page.click("[data-step=tiles]")
    page.click("[data-auto]")
    page.wait_for_selector("[data-phase=empty]", timeout=20_000)
    for number, laid in enumerate([255 - picture, picture // 3]):
        camera.see(laid)
        page.wait_for_function(f"() => document.querySelector('progress').value === {number + 1}", timeout=20_000)
        page.wait_for_selector("[data-phase=taken]", timeout=20_000)
        camera.see(picture)
        page.wait_for_selector("[data-phase=empty]", timeout=20_000)
    first, second = camera.lessons.names()
    assert camera.lessons.picture(second).mean() < camera.lessons.picture(first).mean()
    page.click("[data-retake]")
    page.click("[data-snap]")
    page.wait_for_function("() => !document.querySelector('[role=alert]')")
    for _ in range(100):
        if camera.lessons.picture(second).mean() > 40:
            break
        page.wait_for_timeout(20)
    assert len(camera.lessons.names()) == 2


def test_the_camera_is_chosen_and_its_picture_appears(serve, open_page, picture):
    """No camera at first; one that cannot be opened is said in place; the next is chosen and seen live."""
    choice = Choice(dead=("2",))
    table = serve(players=2)
    table.app.state.choice = choice
    watched = open_page(table.address + "/setup")
    page = watched.page
    page.click("[data-step=camera]")
    page.click('[data-camera="2"]')
    assert "cannot be opened" in page.text_content("[role=alert]")
    page.fill("[data-camera-address]", "example.com/video")
    page.click("[data-camera-use]")
    page.wait_for_selector("[role=alert]:has-text('.local')")
    check(page, "a camera that was refused")
    page.wait_for_timeout(50)
    assert len(watched.errors) == 2  # the browser notes both refusals, and nothing else
    watched.errors.clear()
    assert not page.query_selector(".view img")
    page.click('[data-camera="0"]')
    choice.page.see(picture)
    page.wait_for_selector(".view img", timeout=20_000)
    assert page.get_attribute('[data-camera="0"]', "aria-pressed") == "true"
    assert not page.query_selector("[role=alert]")
    check(page, "a camera that was chosen")


def test_corners_move_with_the_arrow_keys(serve, open_page):
    """Where markers fail, corners are set by hand: also without a mouse."""
    camera = EyeCamera()
    camera.see(np.full((720, 1280, 3), 90, np.uint8))
    table = serve(players=2, camera=camera)
    page = open_page(table.address + "/setup").page
    page.click("[data-step=camera]")
    page.click('[data-corners="red/kali"]', timeout=20_000)
    page.focus('[data-corner="red/kali/0"]')
    before = page.get_attribute('[data-corner="red/kali/0"]', "aria-valuetext")
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "Shift+ArrowDown"):
        page.keyboard.press(key)
    x, y = (int(word) for word in before.split(", "))
    assert page.get_attribute('[data-corner="red/kali/0"]', "aria-valuetext") == f"{x + 2}, {y + 21}"


def test_the_lit_led_is_named_by_tapping_its_space(serve, open_page):
    """One LED is lit, a tap on the board names its space, the next is lit; leaving gives the lights back."""
    lamps = FakeLamps(led_count=5)
    table = serve(players=2, moves=40, lamps=lamps)
    page = open_page(table.address + "/setup").page
    page.click("[data-step=lights]")
    page.click("[data-lights-start]")
    page.wait_for_selector('[data-led="0"]')
    assert lamps.pointed == 0
    before = table.session.revision
    for number, place in enumerate(
        ['[data-space="quarry-2"]', '[data-stack="green-cow"]', '[data-lamp="boat/yellow"]']
    ):
        page.wait_for_selector(f'[data-led="{number}"]')
        page.click(place)
    page.wait_for_selector('[data-led="3"]')
    page.click("[data-lights-none]")
    page.wait_for_selector('[data-led="4"]')
    assert dict(lamps.led_map.spaces) == {"quarry-2": (0,), "green-cow": (1,), "boat/yellow": (2,)}
    assert page.text_content(".slot.legal .mark") == "1"  # people count from one
    page.click("[data-step=box]")
    page.wait_for_selector("[data-entry]")
    assert lamps.pointed is None
    assert table.session.revision == before  # naming a space never plays a move


def test_the_camera_view_shows_only_the_boards(serve, open_page, picture):
    """Everything outside the calibrated boards is black in the stream."""
    import cv2
    import httpx
    import numpy as np

    camera = EyeCamera()
    camera.see(picture)
    assert camera.frame_jpeg() is None
    assert camera.calibrate({}) == ""
    table = serve(players=2, camera=camera)
    data = httpx.get(table.address + "/api/camera/frame.jpg", timeout=60).content
    shown = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert shown[:6, :6].max() < 30
    assert shown[:, :, 1].max() > 100
    page = open_page(table.address + "/camera").page
    page.wait_for_selector(".view img")


def test_a_printed_value_is_corrected_without_knowing_its_format(serve, open_page):
    """A tile by price and things, a river space by its reward: chosen from lists, drawn at once, kept in the box."""
    table = serve(players=2)
    page = open_page(table.address + "/setup").page
    page.click("[data-step=box]")
    tile = '[data-entry="tiles/blue-cow-3"]'
    page.fill(".row input:not([type=checkbox])", "blue-cow-3")
    page.click(f"{tile} [data-edit]")
    page.fill(f"{tile} [data-price]", "7")
    page.select_option(f'{tile} [data-thing="1"]', "tea 2")
    page.select_option(f"{tile} [data-roads]", "nes")
    page.click(f"{tile} [data-keep]")
    page.wait_for_selector(f"{tile} .player")
    space = '[data-entry="board/two/river/1"]'
    page.fill(".row input:not([type=checkbox])", "board/two/river/1")
    page.click(f"{space} [data-edit]")
    page.select_option(f'{space} [data-reward="1"]', '["karma",1]')
    page.click(f"{space} [data-keep]")
    page.wait_for_selector(f"{space} .player")
    kept = {one.path: one.value for one in load_document(patch=table.config.box_patch).entries()}
    assert kept["board/two/river/1"] == [["money", 1], ["karma", 1]]
    wanted = {"price": 7, "roads": ["nes"], "markets": [["spices", 2], ["tea", 2]]}
    assert {name: kept["tiles/blue-cow-3"][name] for name in wanted} == wanted
