## What is announced, for eye and ear
say-place = { $seat }: { $space }.
say-build = { $seat } builds { $tile } at { $cell }.
say-cover = { $seat } builds { $tile } over { $cell }.
say-roll = { $seat } rolls { $dice }.
say-sail = { $seat } sails to { $space }.
say-gain = { $seat }: money { $money }, fame { $fame }, karma { $karma }.
say-turn = { $seat }'s turn.
say-round = Round { $round }. { $seat } begins.
say-last-lap = { $seat }'s markers have met: the last lap.
say-over = The game is over. { $seat } wins.
