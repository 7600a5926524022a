## Wat de tafel vraagt
ask-place = { $seat }: waar staat de nieuwe werker?
ask-turns = { $seat } en daarna: welke beurten waren dat?
ask-upgrade = { $seat }: welk gebouw waardeer je op?
ask-sail = { $seat }: hoe ver is de boot gevaren?
ask-chamber = { $seat }: welk vertrek?
ask-draw = { $seat }: welk opbrengstfiche is getrokken?
ask-roll = { $seat }: wat tonen de nieuwe dobbelstenen?
ask-pay = { $seat }: waarmee is betaald?
ask-first = { $seat }: wat kwam eerst?
ask-start = Wie begint? De laagste som kwam meer dan eens voor.
ask-yield = { $seat }: welke opbrengsttegel, op welke plek?
ask-other = { $seat }: wat was het?
ask-confirm = { $seat }: klopt dit?
choose-move = { $word }
choose-move-then = { $word }: { $then }
choose-takeback = Het is teruggenomen
choose-other = Iets anders

## Hoe tafel en verslag tot elkaar staan
mode-agreed = Tafel en verslag zijn het eens.
mode-amended = De laatste beurt ging door; zij is genoteerd zoals zij werd.
mode-camera-off = De camera is uit. Er wordt met de hand verder gespeeld.
mode-camera-on = De camera is aan. Een ogenblik.
mode-camera_lost = De camera levert niets. Tot zij terug is, wordt met de hand verder gespeeld.
mode-cut = Een standbeeld ligt deels buiten beeld. Verplaats de camera en laat de borden opnieuw zoeken.
mode-drifted = De camera is verschoven. De borden worden gezocht.
mode-explained = Begrepen.
mode-green_frame = De camera levert geen echt beeld. Controleer de kabel.
mode-hand = Er is een hand boven de tafel.
mode-illegal = Iets op de tafel is in strijd met een regel.
mode-incomplete = Er moet nog iets gebeuren.
mode-moving = Er beweegt iets.
mode-no_markers = Er zijn geen markeringen te zien.
mode-blurred = Het beeld is onscherp.
mode-other = Tik dan het juiste veld aan.
mode-over_exposed = Er is te veel licht.
mode-question = Eén vraag.
mode-strange = Er is iets veranderd dat geen beurt verandert.
mode-taken-back = De laatste beurt is teruggenomen.
mode-tidy = De ronde is voorbij: neem je werkers terug.
mode-too_dark = Het is te donker.
mode-underway = Er is een beurt aan de gang.
mode-wrong_size = Het beeld heeft een andere grootte dan bij het inrichten.

## Hoe het in orde komt
repair-pay = { $seat }: { $dice } zijn betaald; betaal de volle prijs of leg dobbelstenen en tegel terug.
repair-take-die = { $seat }: leg van { $dice } terug wat te veel is.
repair-put-die = { $seat }: leg { $dice } terug op het standbeeld.
repair-tile-back = { $seat }: neem { $tile } van { $cell } en leg hem waar een weg aansluit.
repair-as-before = { $seat }: leg alles zoals het was.

## Redenen die de tafel zelf noemt
reason-B4-1-swapped = { $dice } wisselden tussen de standbeelden van { $seat } en { $other }. Dobbelstenen blijven bij wie ze wierp.
reason-B4-1-appeared = { $seat } heeft dobbelstenen die niemand wierp: { $dice }.
reason-B3-4-vanished = { $dice } van { $seat } zijn weg, maar er is niets mee betaald.
reason-B4-5-turned = { $dice } van { $seat } tonen andere waarden. Alleen het voorterras en karma veranderen waarden.
reason-B6-6-moved = { $tile } ligt niet meer op { $cell } van { $seat }. Een gelegde tegel blijft liggen.
reason-B2-1-table = Bij { $seat } is iets veranderd, maar { $turn } is aan de beurt.
reason-X-table = Geen beurt verklaart wat op de tafel ligt.
