## Was der Tisch fragt
ask-place = { $seat }: Wo steht der neue Arbeiter?
ask-turns = { $seat } und danach: welche Züge waren das?
ask-upgrade = { $seat }: Welches Gebäude wertest du auf?
ask-sail = { $seat }: Wie weit ist das Boot gefahren?
ask-chamber = { $seat }: Welches Gemach?
ask-draw = { $seat }: Welches Ertragsplättchen wurde gezogen?
ask-roll = { $seat }: Was zeigen die neuen Würfel?
ask-pay = { $seat }: Womit wurde bezahlt?
ask-first = { $seat }: Was kam zuerst?
ask-start = Wer beginnt? Die niedrigste Summe gab es mehrmals.
ask-yield = { $seat }: Welches Ertragsplättchen, auf welchen Platz?
ask-other = { $seat }: Was war es?
ask-confirm = { $seat }: Stimmt das?
choose-move = { $word }
choose-move-then = { $word }: { $then }
choose-takeback = Es wurde zurückgenommen
choose-other = Etwas anderes

## Wie Tisch und Aufzeichnung zueinander stehen
mode-agreed = Tisch und Aufzeichnung stimmen überein.
mode-amended = Der letzte Zug ging weiter; er ist so aufgezeichnet, wie er wurde.
mode-camera-off = Die Kamera ist aus. Es geht von Hand weiter.
mode-camera-on = Die Kamera ist an. Einen Moment.
mode-camera_lost = Die Kamera liefert nichts. Bis sie wieder da ist, geht es von Hand weiter.
mode-cut = Eine Statue liegt teilweise außerhalb des Bildes. Bitte die Kamera verschieben und die Tafeln neu suchen lassen.
mode-drifted = Die Kamera wurde verschoben. Die Tafeln werden gesucht.
mode-explained = Verstanden.
mode-green_frame = Die Kamera liefert kein richtiges Bild. Bitte das Kabel prüfen.
mode-hand = Eine Hand ist über dem Tisch.
mode-illegal = Etwas auf dem Tisch verstößt gegen eine Regel.
mode-incomplete = Es ist noch etwas zu tun.
mode-moving = Etwas bewegt sich.
mode-no_markers = Es sind keine Marker zu sehen.
mode-blurred = Das Bild ist unscharf.
mode-other = Dann bitte das richtige Feld antippen.
mode-over_exposed = Es ist zu hell.
mode-question = Eine Frage.
mode-strange = Etwas hat sich geändert, das kein Zug ändert.
mode-taken-back = Der letzte Zug wurde zurückgenommen.
mode-tidy = Die Runde ist vorbei: Bitte die Arbeiter zurücknehmen.
mode-too_dark = Es ist zu dunkel.
mode-underway = Ein Zug läuft.
mode-wrong_size = Das Bild hat eine andere Größe als beim Einrichten.

## Wie es in Ordnung kommt
repair-pay = { $seat }: { $dice } sind bezahlt; bitte den vollen Preis zahlen oder Würfel und Plättchen zurücklegen.
repair-take-die = { $seat }: Von { $dice } bitte zurücklegen, was zu viel ist.
repair-put-die = { $seat }: Bitte { $dice } zurück auf die Statue legen.
repair-tile-back = { $seat }: Bitte { $tile } von { $cell } nehmen und dort anlegen, wo ein Weg anschließt.
repair-as-before = { $seat }: Bitte alles wieder so hinlegen, wie es war.

## Gründe, die der Tisch selbst nennt
reason-B4-1-swapped = { $dice } wechselten zwischen den Statuen von { $seat } und { $other }. Würfel bleiben bei dem, der sie geworfen hat.
reason-B4-1-appeared = { $seat } hat Würfel, die niemand geworfen hat: { $dice }.
reason-B3-4-vanished = { $dice } von { $seat } sind weg, aber nichts wurde damit bezahlt.
reason-B4-5-turned = { $dice } von { $seat } zeigen andere Werte. Nur Vorterrasse und Karma ändern Werte.
reason-B6-6-moved = { $tile } liegt nicht mehr auf { $cell } von { $seat }. Ein gelegtes Plättchen bleibt liegen.
reason-B2-1-table = Bei { $seat } hat sich etwas geändert, am Zug ist aber { $turn }.
reason-X-table = Kein Zug erklärt, was auf dem Tisch liegt.
