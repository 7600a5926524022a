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
page-tile-unknown = a tile
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
page-move-pass = Pass
page-move-buy = buys a { $tile }
page-move-cover = builds over with a { $tile }
page-move-reveal = turns up a { $tile }
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
page-move-karma = takes { $count } karma
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
page-space-taken = { $space }: taken by { $seat }
page-space-free = { $space }: you can go there
page-space-closed = { $space }: why not?
page-why = Why not { $what }?
page-refused = A rule forbids it: { $rule }
page-winner = { $name } wins
page-history = See how it went
page-new-game = New game
page-decided-B20-7 = larger overlap
page-decided-B20-8 = met earlier
page-decided-B20-9 = smaller distance
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
