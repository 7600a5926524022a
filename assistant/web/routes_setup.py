"""Set-up over HTTP: house rules, the box, and the camera. For the operator only."""

import json
from typing import Annotated, Any, Protocol, cast

from fastapi import APIRouter, Depends, Request, Response

from assistant.editions import Correction, Document, EditionError, load_document, save_patch
from assistant.engine.rajas.house import RULINGS, HouseRules
from assistant.web import schemas_setup as wire
from assistant.web.access import Answerer, ConfigDep, DeskDep, Host, RefusedError, Watcher
from assistant.web.camera import NO_FOUR_DICE, NO_PICTURE, NO_TEACHER, NOT_CALIBRATED, REFUSED
from assistant.web.routes_table import REFUSALS, WordPath

router = APIRouter(prefix="/api", tags=["set-up"])
JPEG: dict[int | str, dict[str, Any]] = {**REFUSALS, 200: {"content": {"image/jpeg": {}}}}


class SetupCamera(Protocol):
    """What a camera offers the set-up; `assistant.web.camera.EyeCamera` has all of it."""

    def frame_jpeg(self) -> bytes | None: ...

    def crop_jpeg(self, region: str) -> bytes | None: ...

    def readings(self) -> dict[str, Any]: ...

    def preview_jpeg(self) -> bytes | None: ...

    def report(self) -> wire.CameraReport: ...

    def calibrate(self, corners: dict[str, list[tuple[float, float]]]) -> str: ...

    def enrol_state(self) -> wire.EnrolState: ...

    def enrol(self, tile: str) -> str: ...

    def enrol_jpeg(self, tile: str | None = None) -> bytes | None: ...

    def enrol_restart(self) -> None: ...

    def enrol_done(self) -> None: ...

    def learn_colours(self) -> str: ...


def camera_of(request: Request) -> SetupCamera:
    camera = getattr(request.app.state, "camera", None)
    if camera is None:
        raise RefusedError(404, "none", "No camera is connected; choose one in the set-up.")
    return cast(SetupCamera, camera)


CameraDep = Annotated[SetupCamera, Depends(camera_of)]


@router.get("/setup/house", responses=REFUSALS)
def house(grant: Host) -> wire.HouseRules:
    """Every ruling a table may decide otherwise, with our default."""
    defaults = HouseRules()
    rules = [
        wire.HouseRule(key=key, ruling=ruling, choices=list(choices), default=getattr(defaults, key))
        for key, (ruling, choices) in RULINGS.items()
    ]
    return wire.HouseRules(rules=rules)


def document_of(config: ConfigDep) -> Document:
    """The edition with this player's corrections."""
    patch = config.box_patch
    return load_document(patch=patch if patch and patch.is_file() else None)


def entries_of(document: Document) -> wire.BoxEntries:
    own = {correction.path for correction in document.patch.corrections}
    return wire.BoxEntries(
        entries=[
            wire.BoxEntry(
                path=one.path,
                value=json.dumps(one.value, ensure_ascii=False),
                source="player"
                if any(one.path == path or path.startswith(one.path + "/") for path in own)
                else one.source,
                note=one.note,
            )
            for one in document.entries()
        ]
    )


@router.get("/setup/box", responses=REFUSALS)
def box_entries(grant: Host, config: ConfigDep) -> wire.BoxEntries:
    """Every printed value with its source: "check my box"."""
    return entries_of(document_of(config))


@router.get("/setup/box.json", responses=REFUSALS)
def box_patch(grant: Host, config: ConfigDep) -> Response:
    """The player's corrections as a file to pass on."""
    body = document_of(config).patch.to_json()
    headers = {"content-disposition": 'attachment; filename="my-box.json"'}
    return Response(body, media_type="application/json", headers=headers)


@router.post("/setup/box", responses=REFUSALS)
def correct_box(grant: Host, request: wire.BoxCorrection, config: ConfigDep) -> wire.BoxEntries:
    """Correct one printed value of this copy; it counts from the next game on."""
    if config.box_patch is None:
        raise RefusedError(409, "none", "This table keeps no corrections.")
    try:
        value = json.loads(request.value)
        document = document_of(config).corrected([Correction(request.path, value)])
        save_patch(document, config.box_patch)
    except (ValueError, RecursionError, EditionError) as error:
        raise RefusedError(422, "setup", str(error)) from None
    return entries_of(document)


def picture(data: bytes | None) -> Response:
    if data is None:
        raise RefusedError(404, "none", "The camera shows nothing of the table yet.")
    return Response(data, media_type="image/jpeg", headers={"cache-control": "no-store"})


@router.get("/camera/frame.jpg", response_class=Response, responses=JPEG)
def frame(grant: Watcher, camera: CameraDep) -> Response:
    """The newest picture; everything outside the boards is black."""
    return picture(camera.frame_jpeg())


@router.get("/camera/preview.jpg", response_class=Response, responses=JPEG)
def preview(grant: Host, camera: CameraDep) -> Response:
    """The whole picture, for setting the camera up."""
    return picture(camera.preview_jpeg())


@router.get("/camera/crop/{region}", response_class=Response, responses=JPEG)
def crop(grant: Answerer, region: WordPath, camera: CameraDep) -> Response:
    """The board a question is about; a seat sees only its own."""
    if not grant.owns(region.split(".")[0]):
        raise RefusedError(403, "seat", "This picture is another seat's.")
    return picture(camera.crop_jpeg(region))


@router.get("/camera/readings", responses=REFUSALS)
def readings(grant: Watcher, camera: CameraDep) -> dict[str, Any]:
    """Boxes, values and confidences of the newest picture."""
    return camera.readings()


@router.get("/camera/report", responses=REFUSALS)
def report(grant: Host, request: Request) -> wire.CameraReport:
    """Boards found, light, focus and pixels per die, and what to improve."""
    camera = getattr(request.app.state, "camera", None)
    return camera.report() if camera is not None else wire.CameraReport(camera=False)


@router.get("/camera", responses=REFUSALS)
def camera_state(grant: Watcher, request: Request) -> wire.CameraState:
    """Whether there is a camera, and whether it knows where the boards lie."""
    camera = getattr(request.app.state, "camera", None)
    return wire.CameraState(camera=camera is not None, ready=camera is not None and camera.frame_jpeg() is not None)


CODES = {
    NOT_CALIBRATED: "uncalibrated",
    NO_PICTURE: "no_picture",
    NO_TEACHER: "no_teacher",
    NO_FOUR_DICE: "no_four_dice",
    **{sentence: code for code, sentence in REFUSED.items()},
}
"""Refusals of the camera that the page knows in its own words."""


def told(refusal: str) -> None:
    if refusal:
        raise RefusedError(409, CODES.get(refusal, "camera"), refusal)


@router.post("/camera/calibrate", responses=REFUSALS)
def calibrate(grant: Host, body: wire.CalibrateRequest, camera: CameraDep) -> wire.CameraReport:
    """Keep the boards as they are seen now, or by the corners given."""
    told(camera.calibrate({name: list(points) for name, points in body.corners.items()}))
    return camera.report()


@router.get("/camera/enrol", responses=REFUSALS)
def enrol_state(grant: Host, camera: CameraDep) -> wire.EnrolState:
    """Tiles learned so far, and whether the one shown lies still."""
    return camera.enrol_state()


@router.post("/camera/enrol", responses=REFUSALS)
def enrol(grant: Host, body: wire.EnrolRequest, desk: DeskDep, camera: CameraDep) -> wire.EnrolState:
    """Learn the tile that lies on the cell."""
    if body.tile not in desk.game.rules.tile_index:
        raise RefusedError(404, "unknown", f"No tile {body.tile} in this box.")
    told(camera.enrol(body.tile))
    return camera.enrol_state()


@router.get("/camera/enrol.jpg", response_class=Response, responses=JPEG)
def enrol_picture(grant: Host, camera: CameraDep) -> Response:
    """The cell on which tiles are learned, as it is seen now."""
    return picture(camera.enrol_jpeg())


@router.get("/camera/enrol/{tile}", response_class=Response, responses=JPEG)
def learned_picture(grant: Host, tile: WordPath, camera: CameraDep) -> Response:
    """What was learned for a tile."""
    return picture(camera.enrol_jpeg(tile))


@router.post("/camera/enrol/begin", responses=REFUSALS)
def enrol_begin(grant: Host, camera: CameraDep) -> wire.EnrolState:
    """The cell is clear now: whatever comes to lie there is a tile."""
    camera.enrol_restart()
    return camera.enrol_state()


@router.post("/camera/enrol/done", responses=REFUSALS)
def enrol_done(grant: Host, camera: CameraDep) -> wire.EnrolState:
    """Enough tiles for now: read with what was learned."""
    camera.enrol_done()
    return camera.enrol_state()


@router.post("/camera/colours", responses=REFUSALS)
def colours(grant: Host, camera: CameraDep) -> wire.CameraReport:
    """Learn the colours of four dice, one of each, lying on one statue."""
    told(camera.learn_colours())
    return camera.report()
