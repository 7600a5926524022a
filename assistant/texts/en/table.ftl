## What the table asks
ask-place = { $seat }: where does the new worker stand?
ask-turns = { $seat } and those after: what were the turns?
ask-upgrade = { $seat }: which building do you upgrade?
ask-sail = { $seat }: how far did the boat sail?
ask-chamber = { $seat }: which chamber?
ask-draw = { $seat }: which yield tile was drawn?
ask-roll = { $seat }: what do the new dice show?
ask-pay = { $seat }: how was it paid?
ask-first = { $seat }: what came first?
ask-start = Who begins? The lowest sum came up more than once.
ask-yield = { $seat }: which yield tile, on which slot?
ask-other = { $seat }: what was it?
ask-confirm = { $seat }: is this right?
choose-move = { $word }
choose-move-then = { $word }: { $then }
choose-takeback = It was taken back
choose-other = Something else

## How table and record stand
mode-agreed = Table and record agree.
mode-amended = The last turn went on; it is recorded as it became.
mode-camera-off = The camera is off. Play goes on by hand.
mode-camera-on = The camera is on. One moment.
mode-camera_lost = The camera delivers nothing. Play goes on by hand until it is back.
mode-cut = A statue lies partly outside the picture. Move the camera and find the boards again.
mode-drifted = The camera was moved. Looking for the boards.
mode-explained = Understood.
mode-green_frame = The camera delivers no real picture. Check its cable.
mode-hand = A hand is over the table.
mode-illegal = Something on the table breaks a rule.
mode-incomplete = Something is still to be done.
mode-moving = Something is moving.
mode-no_markers = No markers are seen.
mode-blurred = The picture is blurred.
mode-other = Then tap the right space.
mode-over_exposed = There is too much light.
mode-question = One question.
mode-strange = Something has changed that no turn changes.
mode-taken-back = The last turn was taken back.
mode-tidy = The round is over: take your workers home.
mode-too_dark = It is too dark to see.
mode-underway = A turn is under way.
mode-wrong_size = The picture has another size than at calibration.

## How to put it right
repair-pay = { $seat }: { $dice } lie aside; pay the full price, or put dice and tile back.
repair-take-die = { $seat }: take back what is too much of { $dice }.
repair-put-die = { $seat }: put { $dice } back on the statue.
repair-tile-back = { $seat }: take { $tile } off { $cell } and lay it where a road meets it.
repair-as-before = { $seat }: lay everything as it was.

## Reasons given by the table itself
reason-B4-1-swapped = { $dice } changed between the statues of { $seat } and { $other }. Dice stay with who rolled them.
reason-B4-1-appeared = { $seat } has dice nobody rolled: { $dice }.
reason-B3-4-vanished = { $dice } of { $seat } are gone, and nothing was paid with them.
reason-B4-5-turned = { $dice } of { $seat } show other values. Only the forecourt and karma change values.
reason-B6-6-moved = { $tile } no longer lies on { $cell } of { $seat }. A tile once laid stays.
reason-B2-1-table = Something changed before { $seat }, but it is the turn of { $turn }.
reason-X-table = No turn explains what lies on the table.
