## Wat aangekondigd wordt
say-place = { $seat }: { $space }.
say-build = { $seat } bouwt { $tile } op { $cell }.
say-cover = { $seat } bouwt { $tile } boven op { $cell }.
say-roll = { $seat } gooit { $dice }.
say-sail = { $seat } vaart naar { $space }.
say-gain = { $seat }: geld { $money }, roem { $fame }, karma { $karma }.
say-turn = { $seat } is aan de beurt.
say-round = Ronde { $round }. { $seat } begint.
say-last-lap = De markeerstenen van { $seat } hebben elkaar ontmoet: laatste ronde.
say-over = Het spel is afgelopen. { $seat } wint.
