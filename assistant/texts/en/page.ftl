### The page's own words. Sentences about rules and moves spoken aloud live in the other files.

## Words of the box
page-seat-red = Red
page-seat-yellow = Yellow
page-seat-white = White
page-seat-black = Black
page-colour-blue = blue
page-colour-green = green
page-colour-orange = orange
page-colour-purple = purple
page-colour-any = any colour
page-building-temple = temple
page-building-palace = palace
page-building-fort = fort
page-building-mill = mill
page-good-silk = silk
page-good-tea = tea
page-good-spices = spices
page-chamber-1 = Great Mogul
page-chamber-2 = Dancer
page-chamber-3 = Yogi
page-chamber-4 = Raja Man Singh
page-chamber-5 = Master Builder
page-chamber-6 = Portuguese
page-fame = Fame
page-money = Money
page-die = { $colour } { $value }
page-die-turned = { $die } turned to { $value }
page-tile = { $colour } tile for { $price } ({ $things })
page-tile-unknown = unknown tile
page-kind-village = mango village
page-kind-shalimar = Shalimar garden
page-kind-tiger = tiger tile
page-area-palace = Palace
page-area-market = Market
page-area-quarry = Quarry
page-area-harbour = Harbour
page-area-river = Ganges
page-place-quarry = quarry { $number }
page-place-harbour = harbour { $number }
page-place-assorted = market, assorted goods
page-place-stall = market, { $detail }
page-place-forecourt = the forecourt
page-place-terrace = { $detail } terrace
page-place-balcony = { $detail } balcony
page-place-chamber = the { $detail }
page-place-village = mango village { $number }

## Rewards
page-gain-nothing = nothing
page-gain-money = { $amount } money
page-gain-fame = { $amount } fame
page-gain-karma = { $amount } karma
page-gain-upgrade = { $amount ->
    [one] one upgrade
   *[other] { $amount } upgrades
}
page-gain-dice = { $amount ->
    [one] one die
   *[other] { $amount } dice
}
page-gain-dice-of = dice: { $what }
page-gain-dice-per-karma = one die ({ $what }) per karma
page-gain-money-per-market = { $amount } money per market
page-gain-money-per-upgrade = { $amount } money per upgrade
page-gain-fame-per-upgrade = { $amount } fame per upgrade
page-gain-fame-per-karma = { $amount } fame per karma
page-gain-markets-different = up to { $amount } different markets
page-gain-markets-one = up to { $amount } markets of one good
page-gain-markets-any = up to { $amount } markets
page-gain-chamber = a chamber of your choice
page-gain-boat = boat to the next free space
page-gain-portuguese = boat { $amount } spaces
page-gain-sail-up-to = boat up to { $amount } spaces
page-gain-mogul = start player
page-gain-reroll = roll dice again
page-gain-white-tile = a yield tile
page-gain-overbuild = build over a tile
page-gain-worker = a worker
page-got-fame = { $sign }{ $amount } fame
page-got-money = { $sign }{ $amount } money

## Moves
page-move-place = goes to { $space }
page-move-place-trader = sends the trader to { $space }
page-move-pass = Pass
page-move-buy = buys the { $tile }
page-move-cover = builds over with the { $tile }
page-move-reveal = turns up the { $tile }
page-move-draw = draws { $tile }
page-move-pay = pays { $dice }
page-move-roll = rolls { $dice }
page-move-roll-none = rolls nothing
page-move-return = gives back { $dice }
page-move-return-none = gives back nothing
page-move-reroll = rolls again: { $dice }
page-move-reroll-none = keeps the dice
page-move-take = takes dice: { $colours }
page-move-take-none = takes no die
page-move-score = scores { $markets }
page-move-score-none = scores no market
page-move-upgrade = upgrades the { $kind }
page-move-chamber = calls on the { $name }
page-move-karma = { $count ->
    [0] takes no karma
   *[other] takes { $count } karma
}
page-move-sail = { $count ->
    [one] sails one space
   *[other] sails { $count } spaces
}
page-move-lay = lays the tile
page-move-start = { $seat } begins
page-move-first = first: { $what }
page-move-decline = declines
page-first-money = money
page-first-fame = fame
page-first-karma = karma
page-first-dice = dice
page-first-upgrade = upgrade
page-first-boat = boat
page-first-fame-bonus = fame bonus
page-first-money-bonus = money bonus

## Where points came from
page-source-correction = correction by hand
page-source-start = start
page-source-quarry = quarry fee
page-source-harbour = harbour
page-source-river = river { $number }
page-source-chamber = palace chambers
page-source-forecourt = forecourt
page-source-assorted = market
page-source-stall = market
page-source-fame = bonus at fame { $number }
page-source-money = bonus at money { $number }
page-source-white = yield tile
page-source-tile = provinces
page-source-yield = border yields

## The page
page-board = The game board
page-views = Views
page-nav-table = Table
page-nav-history = History
page-nav-tv = TV
page-nav-camera = Camera
page-nav-setup = Set-up
page-language = Language
page-theme = Light or dark
page-turn-page = Turn the page
page-now = Now
page-opening = Setting up
page-round-lap = Round { $round }, lap { $lap }
page-last-lap = last lap
page-last-moves = What just happened
page-undo = Take back
page-redo = Again
page-ok = All right
page-start-player = Start player
page-gap = { $gap } apart
page-overlap = met, { $gap } over
page-karma-count = { $count } karma
page-workers = { $idle } of { $active } workers at home
page-province = Province of { $seat }
page-cell = row { $row }, column { $column }
page-supply = { $count } { $colour } dice left
page-stack-empty = empty stack
page-river-space = river space { $number }: { $reward }
page-space-fee = { $space }, { $fee } money
page-space-taken = { $space }: taken by { $seat }
page-space-free = { $space }: you can go there
page-space-closed = { $space }: why not?
page-why = Why not { $what }?
page-refused = A rule forbids it: { $rule }
page-winner = { $name } wins
page-history = See how it went
page-new-game = New game
page-decided-B20-7 = the larger overlap decides
page-decided-B20-8 = who met earlier decides
page-decided-B20-9 = the smaller distance decides
page-decided-A-29 = equal distance

## What to do now
page-tip-place = Choose a shining space for a worker.
page-tip-buy = Choose a tile from the stacks.
page-tip-cover = Choose a tile from the stacks, then the tile in your province it covers.
page-tip-pay-sum = Pay { $need } in { $colour } dice.
page-tip-pay-value = Pay one die showing { $values }.
page-tip-pay-colour = Pay one { $colour } die.
page-tip-pay-any = Pay one die.
page-tip-pay-tap = Or tap dice on the statue; a second tap turns one with karma.
page-pay-total = Pay { $total } of { $need }
page-pay-this = Pay this die
page-tip-roll = { $count ->
    [one] What does the die of { $seat } show?
   *[other] What do the dice of { $seat } show?
}
page-roll-for-me = Roll for me
page-draw-for-me = Let chance decide
page-tip-take = { $count ->
    [one] Take a die.
   *[other] Take up to { $count } dice.
}
page-take-these = Take and roll
page-take-fewer = Only these
page-take-none = Take none
page-tip-return = No room for all: give back up to { $count } dice.
page-tip-reroll = Roll any of your dice again?
page-return-chosen = { $count ->
    [0] Give back none
   *[other] Give back { $count }
}
page-reroll-chosen = { $count ->
    [0] Keep all dice
   *[other] Roll { $count } again
}
page-tip-score = Which markets do you score?
page-score-none = none
page-more-ways = { $count } more
page-tip-lay = Tap a place in your province.
page-tip-lay-turn = Turn it as you like, then lay it.
page-turn-tile = Turn
page-lay-tile = Lay it here
page-tip-reveal = Which tile lies on top now?
page-tip-draw = Which yield tile was drawn?
page-reveal-later = Not seen yet
page-tip-start = A tie: who had the more recent Indian meal?
page-tip-karma = How much karma?
page-tip-upgrade = Which building do you upgrade?
page-tip-sail = Tap the river space for your boat.
page-tip-chamber = Which chamber do you call on?
page-tip-order = Which comes first?
page-tip-yield = Which yield tile do you take, and for which slot?
page-tip-brown_slot = On which brown slot?
page-tip-brown = Which brown tile was drawn?
page-tip-river_tile = Which river tile was drawn, and where does it lie?
page-tip-village = Which village do you use?
page-tip-free = Which tile do you take for free?
page-tip-flag = Which space do you use once more?
page-tip-swap = Which worker leaves for the trader?
page-tip-chamber_die = Pay a die for the chamber?
page-tip-white_again = Which white yield tile do you use again?
page-tip-back = Which worker comes back?
page-tip-dolphin = Where does the dolphin swim?
page-tip-river_choice = Which river tile lies where?
page-send-trader = Send the trader, who sets one die
page-wait = Waiting for the table.
page-wait-roll = The dice are rolling.

## Questions
page-question = Question
page-question-which = Which of these happened?
page-question-picture = What the camera sees
page-question-other = It was something else

## Connection
page-sync-synced = agreed
page-sync-settling = looking
page-sync-ambiguous = one question
page-sync-desync = please check
page-sync-manual = by hand
page-lost = The table is out of reach; trying again.
page-try-now = Try now
page-link-opening = Looking for the table.
page-link-live = Setting the table.
page-link-lost = The table is out of reach. Is the computer on and in the same network? Trying again.
page-link-unpaired = Scan the code on the table's page to join.
page-problem-stale = Somebody was faster. Look again.
page-problem-stale-revision = Somebody was faster. Look again.
page-problem-offline = The table did not answer. Try again.
page-problem-seat = It is not your turn.
page-problem-rate = That was a little fast. Try again.
page-problem-csrf = The page was out of date. Try again.

## Seat, hints, corrections
page-your-turn = Your turn
page-turn-of = { $name } is thinking.
page-stay = Stay here
page-near = Yields within reach
page-hints = Good moves now
page-ask-hint = What would you do?
page-hint-fame = { $sign }{ $amount } fame
page-hint-money = { $sign }{ $amount } money
page-hint-dice = { $sign }{ $amount } { $amount ->
    [one] die
   *[other] dice
}
page-hint-karma = { $sign }{ $amount } karma
page-hint-quiet = prepares the next turns
page-fix = Correct the record
page-fix-note = Sets the record as the table shows it. The log keeps what it was.
page-field-money = Money
page-field-fame = Fame
page-field-karma = Karma
page-field-boat = River space
page-less = One less: { $what }
page-more = One more: { $what }
page-remove = Remove { $what }
page-add = Add { $what }
page-move-correct = is corrected by hand
page-differences = Table and record differ
page-seen = On the table
page-expected = In the record
page-nothing = nothing
page-unknown = not readable
page-table-right = The table is right
page-record-right = or put the table right
page-accept = Accept everything as played
page-place-statue = dice on the statue
page-place-cell = row { $row }, column { $column }

## History
page-look-back = Look back
page-earlier = One move earlier
page-later = One move later
page-to-now = To now
page-branch = Play on from here
page-round = Round { $round }
page-chart-race = The race
page-chart-sources = Where the points came from
page-kind-of-province = provinces
page-kind-of-market = market
page-kind-of-river = river
page-kind-of-palace = palace
page-kind-of-border = border yields
page-kind-of-bonus = track bonuses
page-kind-of-start = start
page-kind-of-fee = fees
page-keep = To keep
page-keep-picture = Picture of the board
page-keep-sheet = Score sheet
page-keep-data = All figures
page-keep-game = Game file

## Settings and devices
page-settings = Settings
page-pref-motion = Pieces move
page-pref-speech = Say it aloud
page-pref-brief = Only turns and rounds
page-pref-captions = Captions
page-pref-hints = Offer hints
page-pref-learning = First game: explain each step once
page-pref-volume = Volume
page-say-test = Try the voice
page-say-hello = Welcome to the court.
page-invite = Join with another device
page-invite-note = Show the code to the device that shall join.
page-invite-local = Other devices can join when the program is started with --lan.
page-role-spectator = Spectator
page-role-display = TV
page-role-operator = Second host
page-pairing = Joining the table.
page-pair-failed = This code is not of this table, or it is old. Scan it again.
page-first-game = First game
page-understood = Understood
page-learn-place = A turn is one worker: put it on a free space, pay what the space asks, do what it says.
page-learn-buy = You build one tile. Its price is paid with dice of its colour; their pips must reach the number on the tile.
page-learn-pay = Paid dice go back to the supply. Karma turns a die over: a 2 becomes a 5.
page-learn-lay = The tile must join your roads. Markets pay money at once, buildings give fame by your upgrade markers.
page-learn-take = Dice come from the supply and are rolled at once. The statue holds ten.
page-learn-roll = Roll the dice and tap what they show, or let the page roll.
page-learn-sail = The boat counts only free spaces and gains what is printed where it stops.
page-learn-score = Each market you choose pays its number.
page-learn-upgrade = Buildings of this kind give one fame more from now on.
page-learn-karma = You can hold three karma.
page-learn-reveal = The tile below is on display now.
page-learn-chamber = You use the chamber at once, without a worker and without its die.

## Camera
page-camera-layers = Show readings
page-camera-on = Watch the table
page-camera-off = Stop watching
page-camera-none = No camera is connected. The game can be played by hand at any time.
page-camera-picture = The table as the camera sees it
page-camera-private = Everything outside the boards is blacked out.
page-camera-ms = Read in { $ms } ms.
page-lights = Lights
page-lights-dark = All lights are dark.
page-verdict-good = The camera stands well.
page-verdict-usable = Good enough; it could be better.
page-verdict-poor = Not good enough yet.
page-advice-no-markers = No markers in sight. Print them with "durbar markers" and lay them beside the boards.
page-advice-bad-fit = The markers fit no table. Cut out the cards and lay each beside its own board, at the corner printed on it.
page-advice-dark-picture = The picture is too dark to find markers in. Switch on a light.
page-advice-bright-picture = The picture is far too bright to find markers in. Less light helps.
page-advice-dice-too-small = Dice are small at { $board }: bring the camera nearer.
page-advice-camera-too-low = The camera looks too flat at { $board }: raise it.
page-advice-too-dark = It is dark at { $board }: more light helps.
page-advice-glare = A lamp is mirrored at { $board }: move it a little.
page-advice-markers-do-not-fit = Markers at { $board } lie crooked, or were printed at another size.
page-advice-board-cut-off = { $board } is not wholly in the picture.
page-advice-markers-missing = At { $board } only { $seen } of 4 markers are seen.
page-advice-board-missing = { $board } was not found.
page-advice-blurred = The picture is not sharp: focus the camera.
page-advice-lens-assumed = The lens is estimated; that is usually enough.

## Set-up
page-yes = yes
page-no = no
page-setup-players = Players
page-setup-modules = Modules
page-setup-house = House rules
page-setup-camera = Camera
page-setup-dice = Dice colours
page-setup-tiles = Learn the tiles
page-setup-box = Check my box
page-setup-lights = Lights
page-setup-begin = Begin
page-setup-back = Back
page-setup-next = Next
page-setup-players-tip = Choose the colours in the order you sit, clockwise.
page-setup-name = Name of { $seat }
page-setup-earlier = Sit earlier
page-setup-two = Two players at least.
page-setup-modules-tip = Play with what you like; nothing is needed for the base game.
page-setup-mixed = Who plays on the advanced side?
page-setup-house-tip = Where the rules leave room, we play like this unless you say otherwise.
page-setup-camera-tip = Lay the marker cards beside the boards, take all dice off the statues and point the camera at the table. Green frames are boards found.
page-setup-camera-later = This step can be done at any time.
page-cameras-tip = Choose the camera that looks at the table.
page-cameras-none = No camera was found on this computer. Plug one in and look again, or type the address of a phone.
page-cameras-number = Camera { $number }
page-cameras-chosen = chosen
page-cameras-again = Look again
page-cameras-address = Address of a camera in your network, for example a phone
page-cameras-use = Use this address
page-setup-found = { $count } boards found
page-setup-die-px = A die is { $px } pixels wide.
page-setup-keep = Keep this view
page-setup-kept = The camera knows where the boards lie.
page-setup-corners = Set corners: { $board }
page-setup-dice-tip = Put four dice, one of each colour, on a statue.
page-setup-dice-learn = Learn these colours
page-setup-dice-done = The colours are learned.
page-setup-tiles-tip = Lay one tile after the other in the middle of the first province. It takes about four minutes and is done once.
page-setup-clear = Clear the place in the middle of the first province, then begin.
page-setup-auto = Begin
page-setup-pause = Pause
page-setup-cell = The place as the camera sees it
page-setup-phase-none = The camera does not know the boards yet.
page-setup-phase-empty = Lay it down and take the hand away.
page-setup-phase-moving = Wait until it lies still.
page-setup-phase-still = It lies still.
page-setup-phase-taken = Taken. Now this one, please.
page-setup-snap = Take the picture
page-setup-taken = Taken: { $tile }
page-setup-retake = Take it again
page-setup-tiles-done = All tiles are learned.
page-setup-dice-seen = Below each die: its colour as this camera sees it.
page-setup-dice-again = Learn them again
page-problem-uncalibrated = The camera does not know yet where the boards lie: do the step Camera first.
page-problem-no-picture = The camera shows nothing yet. Is it plugged in?
page-problem-no-teacher = This camera cannot learn colours.
page-problem-no-four-dice = Four dice, one of each colour, were not seen on a statue. Lay them apart and try again.
page-problem-no-markers = No markers in sight. Lay the cards beside the boards, or drag the corners of the boards.
page-problem-bad-corners = The corners of a board must go clockwise, beginning at its owner's top left, and must not cross. Move them and try again.
page-problem-bad-fit = The markers fit no table. Cut out the cards and lay each beside its own board, at the corner printed on it.
page-problem-dark-picture = The picture is too dark to find markers in. Switch on a light.
page-problem-bright-picture = The picture is far too bright to find markers in. Less light helps.
page-problem-camera-closed = This camera cannot be opened. Is it plugged in and switched on, and not used by another program?
page-problem-camera-unknown = This computer has no camera of that number. Plug it in and look again.
page-problem-camera-address = This is no camera of this house. Type http, https or rtsp with an address such as 192.168.1.20, or a name that ends in .local.
page-corner = { $board }, corner { $number }
page-corner-keys = Drag the corners to the edges of the board, or choose one with the tab key and move it with the arrow keys (with shift: further).
page-board-province = Province of { $name }
page-board-kali = Statue of { $name }
page-board-display = Tile display
page-board-main = Game board
page-setup-progress = { $done } of { $all } tiles
page-setup-box-tip = What is printed in your box may differ from what we know. Correct it here; your corrections count from the next game on.
page-setup-search = Search
page-setup-only-guesses = Only what we are not sure of
page-setup-patch = Save my corrections
page-setup-value = Value
page-setup-source = How sure
page-setup-correct = Correct
page-source-of-rulebook = rulebook
page-source-of-attested = attested
page-source-of-derived = derived
page-source-of-reconstructed = a guess
page-source-of-player = yours
page-setup-lights-tip = Lights point at spaces that are open now, and turn red where something is wrong.
page-setup-lights-on = The LED board answers: { $count } LEDs.
page-setup-lights-away = The LED board does not answer. Is it plugged in? The map can be made all the same.
page-setup-lights-off = No LED board is in use. Start the program with --leds auto to use one; the game needs none.
page-setup-lights-start = Show one LED after the other
page-setup-lights-empty = Begin anew
page-setup-lights-order = Number them in order
page-setup-lights-known = { $done } of { $all } LEDs have a place.
page-setup-lights-which = LED { $number } of { $count } is lit. Which space is it?
page-setup-lights-here = So far: { $place }
page-setup-lights-nowhere = Tap the space it lies under.
page-setup-lights-back = The one before
page-setup-lights-next = The next
page-setup-lights-none = Under no space
page-setup-lights-stop = Enough for now
page-lamp-seat = Seat of { $name }
page-lamp-boat = Boat of { $name }
page-stack = stack { $colour }, { $animal }
page-stack-village = village stack { $number }
page-animal-cow = cow
page-animal-snake = snake
page-animal-tiger = tiger
page-setup-begin-tip = All set. The old game stays in the store.
page-setup-house-count = { $count ->
    [one] one house rule
   *[other] { $count } house rules
}
page-fate-front = On { $track }: the test of fate is ahead.
page-fate-turned = On { $track }: fate has turned over; a free tile waits there.
page-fate-gone = On { $track }: the test of fate is over.
page-invite-code = Code for { $who }
page-board-larger = Larger board
page-board-whole = Whole board
page-join = Join

## Check my box
page-box-tile = { $stack }, tile { $number }
page-box-river = Ganges with { $side } players, space { $number }
page-box-quarry-fees = Quarry with { $side } players: what the spaces cost
page-box-harbour-fees = Harbour with { $side } players: what the spaces cost
page-box-terraces-per-colour = Terraces of each colour with { $side } players
page-box-forecourts = Forecourt spaces with { $side } players
page-box-assorted = Spaces for assorted goods with { $side } players
page-box-villages = Village spaces with { $side } players
page-box-players = Players on the side for { $side }
page-box-covered = Spaces that are covered with fewer players
page-box-bridge-after = Space of the Ganges before the bridge, { $side } players
page-box-yields = Province, side { $side }: yield { $place } { NUMBER($number) ->
    [0] {""}
   *[other] { $number }
}
page-box-at-left = left
page-box-at-right = right
page-box-at-bottom = below
page-box-at-corner-left = in the left corner
page-box-at-corner-right = in the right corner
page-box-cells = Province, side { $side }: its cells
page-box-residence = Province, side { $side }: cell of the residence
page-box-residence-roads = Province, side { $side }: roads of the residence
page-box-capacity = Statue, side { $side }: dice it holds
page-box-tiles = Module tile { $name }
page-box-yield-tiles = Yield tile { $name }
page-box-river-tiles = River tile { $name }
page-box-chambers = Palace chamber { $name }
page-box-balconies = Balconies: die given, dice taken
page-box-forecourt = Forecourt: what it brings
page-box-dice-per-colour = Dice of each colour
page-box-workers-active = Workers at the beginning
page-box-workers-limit = Workers at most
page-box-upgrade-columns = Values of the upgrades
page-box-price = Price
page-box-roads = Roads
page-box-road-ns = straight on
page-box-road-ne = curve
page-box-road-nes = three ways
page-box-road-nesw = crossing
page-box-thing = On it, { $number }
page-box-reward = Brings, { $number }
page-box-keep = Keep this
page-box-leave = Leave it
page-box-example = blue, cow
page-box-count = { $shown } of { $all }
page-box-more = Show more
