## Was angesagt wird
say-place = { $seat }: { $space }.
say-build = { $seat } baut { $tile } auf { $cell }.
say-cover = { $seat } überbaut { $cell } mit { $tile }.
say-roll = { $seat } würfelt { $dice }.
say-sail = { $seat } segelt zu { $space }.
say-gain = { $seat }: Geld { $money }, Ruhm { $fame }, Karma { $karma }.
say-turn = { $seat } ist am Zug.
say-round = Runde { $round }. { $seat } beginnt.
say-last-lap = Die Marker von { $seat } sind sich begegnet: letzter Durchgang.
say-over = Das Spiel ist zu Ende. { $seat } gewinnt.
