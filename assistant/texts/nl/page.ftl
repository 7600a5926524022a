### De eigen woorden van de pagina. Zinnen over regels en uitgesproken zetten staan in de andere bestanden.

## Woorden uit de doos
page-seat-red = Rood
page-seat-yellow = Geel
page-seat-white = Wit
page-seat-black = Zwart
page-colour-blue = blauw
page-colour-green = groen
page-colour-orange = oranje
page-colour-purple = paars
page-colour-any = elke kleur
page-building-temple = tempel
page-building-palace = paleis
page-building-fort = fort
page-building-mill = molen
page-good-silk = zijde
page-good-tea = thee
page-good-spices = specerijen
page-chamber-1 = Grootmogol
page-chamber-2 = Danseres
page-chamber-3 = Yogi
page-chamber-4 = Raja Man Singh
page-chamber-5 = Bouwmeester
page-chamber-6 = Portugees
page-fame = Roem
page-money = Geld
page-die = { $colour } { $value }
page-die-turned = { $die } gedraaid naar { $value }
page-tile = tegel { $colour } voor { $price } ({ $things })
page-tile-unknown = een tegel
page-kind-village = mangodorp
page-kind-shalimar = Shalimartuin
page-kind-tiger = tijgertegel
page-area-palace = Paleis
page-area-market = Markt
page-area-quarry = Steengroeve
page-area-harbour = Haven
page-area-river = Ganges
page-place-quarry = steengroeve { $number }
page-place-harbour = haven { $number }
page-place-assorted = markt, gemengde waren
page-place-stall = markt, { $detail }
page-place-forecourt = voorterras
page-place-terrace = terras { $detail }
page-place-balcony = balkon { $detail }
page-place-chamber = vertrek: { $detail }
page-place-village = mangodorp { $number }

## Opbrengsten
page-gain-nothing = niets
page-gain-money = { $amount } geld
page-gain-fame = { $amount } roem
page-gain-karma = { $amount } karma
page-gain-upgrade = { $amount ->
    [one] een opwaardering
   *[other] { $amount } opwaarderingen
}
page-gain-dice = { $amount ->
    [one] een dobbelsteen
   *[other] { $amount } dobbelstenen
}
page-gain-dice-of = dobbelstenen: { $what }
page-gain-dice-per-karma = per karma een dobbelsteen ({ $what })
page-gain-money-per-market = { $amount } geld per markt
page-gain-money-per-upgrade = { $amount } geld per opwaardering
page-gain-fame-per-upgrade = { $amount } roem per opwaardering
page-gain-fame-per-karma = { $amount } roem per karma
page-gain-markets-different = tot { $amount } verschillende markten
page-gain-markets-one = tot { $amount } markten van één soort
page-gain-markets-any = tot { $amount } markten
page-gain-chamber = een vertrek naar keuze
page-gain-boat = boot naar het volgende vrije vak
page-gain-portuguese = boot { $amount } vakken
page-gain-sail-up-to = boot tot { $amount } vakken
page-gain-mogul = startspeler
page-gain-reroll = dobbelstenen opnieuw werpen
page-gain-white-tile = een inkomstentegel
page-gain-overbuild = een tegel overbouwen
page-gain-worker = een werker
page-got-fame = { $sign }{ $amount } roem
page-got-money = { $sign }{ $amount } geld

## Zetten
page-move-place = zet een werker in: { $space }
page-move-place-trader = stuurt de handelaar: { $space }
page-move-pass = Passen
page-move-buy = koopt: { $tile }
page-move-cover = overbouwt met: { $tile }
page-move-reveal = draait open: { $tile }
page-move-draw = trekt: { $tile }
page-move-pay = betaalt { $dice }
page-move-roll = werpt { $dice }
page-move-roll-none = werpt niets
page-move-return = geeft terug: { $dice }
page-move-return-none = geeft niets terug
page-move-reroll = werpt opnieuw: { $dice }
page-move-reroll-none = houdt de dobbelstenen
page-move-take = neemt dobbelstenen: { $colours }
page-move-take-none = neemt geen dobbelsteen
page-move-score = scoort { $markets }
page-move-score-none = scoort geen markt
page-move-upgrade = waardeert op: { $kind }
page-move-chamber = gebruikt het vertrek: { $name }
page-move-karma = { $count ->
    [0] neemt geen karma
   *[other] neemt { $count } karma
}
page-move-sail = { $count ->
    [one] vaart één vak
   *[other] vaart { $count } vakken
}
page-move-lay = legt de tegel
page-move-start = { $seat } begint
page-move-first = eerst: { $what }
page-move-decline = ziet ervan af
page-first-money = geld
page-first-fame = roem
page-first-karma = karma
page-first-dice = dobbelstenen
page-first-upgrade = opwaardering
page-first-boat = boot
page-first-fame-bonus = roembonus
page-first-money-bonus = geldbonus

## Waar punten vandaan kwamen
page-source-correction = correctie met de hand
page-source-start = start
page-source-quarry = kosten van de steengroeve
page-source-harbour = haven
page-source-river = rivier { $number }
page-source-chamber = vertrekken
page-source-forecourt = voorterras
page-source-assorted = markt
page-source-stall = markt
page-source-fame = bonus bij roem { $number }
page-source-money = bonus bij geld { $number }
page-source-white = inkomstentegel
page-source-tile = provincies
page-source-yield = speciale inkomsten

## De pagina
page-board = Het speelbord
page-views = Weergaven
page-nav-table = Tafel
page-nav-history = Verloop
page-nav-tv = Tv
page-nav-camera = Camera
page-nav-setup = Opbouw
page-language = Taal
page-theme = Licht of donker
page-turn-page = Pagina draaien
page-now = Nu
page-opening = Opbouw
page-round-lap = Ronde { $round }, slag { $lap }
page-last-lap = laatste slag
page-last-moves = Wat er net gebeurde
page-undo = Terugnemen
page-redo = Opnieuw
page-ok = Goed
page-start-player = Startspeler
page-gap = afstand { $gap }
page-overlap = ontmoet, { $gap } voorbij
page-karma-count = { $count } karma
page-workers = { $idle } van { $active } werkers thuis
page-province = Provincie van { $seat }
page-cell = rij { $row }, kolom { $column }
page-supply = Nog { $count } dobbelstenen { $colour }
page-stack-empty = lege stapel
page-river-space = riviervak { $number }: { $reward }
page-space-fee = { $space }, { $fee } geld
page-space-taken = { $space }: bezet door { $seat }
page-space-free = { $space }: vrij voor jou
page-space-closed = { $space }: waarom niet?
page-why = Waarom niet { $what }?
page-refused = Een regel verbiedt het: { $rule }
page-winner = { $name } wint
page-history = Hoe het ging
page-new-game = Nieuw spel
page-decided-B20-7 = de grotere overlap beslist
page-decided-B20-8 = eerder ontmoet beslist
page-decided-B20-9 = de kleinere afstand beslist
page-decided-A-29 = gelijke afstand

## Wat nu te doen
page-tip-place = Kies een oplichtend vak voor een werker.
page-tip-buy = Kies een tegel van de stapels.
page-tip-cover = Kies een tegel van de stapels en dan de tegel in je provincie die hij bedekt.
page-tip-pay-sum = Betaal { $need } met dobbelstenen in { $colour }.
page-tip-pay-value = Betaal een dobbelsteen met { $values }.
page-tip-pay-colour = Betaal een dobbelsteen in { $colour }.
page-tip-pay-any = Betaal een dobbelsteen.
page-tip-pay-tap = Of tik dobbelstenen op het beeld aan; een tweede tik draait er een met karma.
page-pay-total = { $total } van { $need } betalen
page-pay-this = Deze betalen
page-tip-roll = { $count ->
    [one] Wat toont de dobbelsteen van { $seat }?
   *[other] Wat tonen de dobbelstenen van { $seat }?
}
page-roll-for-me = Werp voor mij
page-draw-for-me = Laat het toeval beslissen
page-tip-take = { $count ->
    [one] Neem een dobbelsteen.
   *[other] Neem tot { $count } dobbelstenen.
}
page-take-these = Nemen en werpen
page-take-fewer = Alleen deze
page-take-none = Geen nemen
page-tip-return = Geen plaats voor alle: geef tot { $count } dobbelstenen terug.
page-tip-reroll = Eigen dobbelstenen opnieuw werpen?
page-return-chosen = { $count ->
    [0] Geen teruggeven
   *[other] { $count } teruggeven
}
page-reroll-chosen = { $count ->
    [0] Alle houden
   *[other] { $count } opnieuw werpen
}
page-tip-score = Welke markten scoor je?
page-score-none = geen
page-more-ways = nog { $count }
page-tip-lay = Tik op een plek in je provincie.
page-tip-lay-turn = Draai hem zoals je wilt en leg hem dan.
page-turn-tile = Draaien
page-lay-tile = Hier leggen
page-tip-reveal = Welke tegel ligt nu bovenop?
page-tip-draw = Welke inkomstentegel werd getrokken?
page-reveal-later = Nog niet gezien
page-tip-start = Gelijk: wie at het laatst Indiaas?
page-tip-karma = Hoeveel karma?
page-tip-upgrade = Welk gebouw waardeer je op?
page-tip-sail = Tik op het riviervak voor je boot.
page-tip-chamber = Welk vertrek gebruik je?
page-tip-order = Wat komt eerst?
page-tip-yield = Welke opbrengsttegel neem je, en voor welke plek?
page-tip-brown_slot = Op welke bruine plek?
page-tip-brown = Welke bruine tegel is getrokken?
page-tip-river_tile = Welke riviertegel is getrokken, en waar ligt hij?
page-tip-village = Welk dorp gebruik je?
page-tip-free = Welke tegel neem je gratis?
page-tip-flag = Welk veld gebruik je nog een keer?
page-tip-swap = Welke arbeider vertrekt voor de handelaar?
page-tip-chamber_die = Een dobbelsteen betalen voor de kamer?
page-tip-white_again = Welke witte opbrengsttegel gebruik je opnieuw?
page-tip-back = Welke arbeider komt terug?
page-tip-dolphin = Waar zwemt de dolfijn heen?
page-tip-river_choice = Welke riviertegel komt waar?
page-send-trader = Stuur de handelaar, die een dobbelsteen verdraait
page-wait = De tafel is aan zet.
page-wait-roll = De dobbelstenen rollen.

## Vragen
page-question = Vraag
page-question-which = Wat hiervan is gebeurd?
page-question-picture = Wat de camera ziet
page-question-other = Het was iets anders

## Verbinding
page-sync-synced = klopt
page-sync-settling = kijkt
page-sync-ambiguous = één vraag
page-sync-desync = graag nakijken
page-sync-manual = met de hand
page-lost = De tafel is niet bereikbaar; nieuwe poging.
page-try-now = Nu proberen
page-link-opening = De tafel wordt gezocht.
page-link-live = De tafel wordt gedekt.
page-link-lost = De tafel is niet bereikbaar. Staat de computer aan en in hetzelfde netwerk? Nieuwe poging.
page-link-unpaired = Scan de code op de pagina van de tafel om mee te doen.
page-problem-stale = Iemand was sneller. Kijk nog eens.
page-problem-stale-revision = Iemand was sneller. Kijk nog eens.
page-problem-offline = De tafel antwoordde niet. Probeer het nog eens.
page-problem-seat = Je bent niet aan de beurt.
page-problem-rate = Dat ging wat snel. Probeer het nog eens.
page-problem-csrf = De pagina was verouderd. Probeer het nog eens.

## Plaats, tips, correcties
page-your-turn = Jouw beurt
page-turn-of = { $name } denkt na.
page-stay = Hier blijven
page-near = Opbrengsten binnen bereik
page-hints = Goede zetten nu
page-ask-hint = Wat zou jij doen?
page-hint-fame = { $sign }{ $amount } roem
page-hint-money = { $sign }{ $amount } geld
page-hint-dice = { $sign }{ $amount } { $amount ->
    [one] dobbelsteen
   *[other] dobbelstenen
}
page-hint-karma = { $sign }{ $amount } karma
page-hint-quiet = bereidt de volgende beurten voor
page-fix = Verslag verbeteren
page-fix-note = Zet het verslag zoals de tafel het toont. Het logboek bewaart wat het was.
page-field-money = Geld
page-field-fame = Roem
page-field-karma = Karma
page-field-boat = Riviervak
page-less = Eén minder: { $what }
page-more = Eén meer: { $what }
page-remove = { $what } weghalen
page-add = { $what } toevoegen
page-move-correct = wordt met de hand verbeterd
page-differences = Tafel en verslag verschillen
page-seen = Op tafel
page-expected = In het verslag
page-nothing = niets
page-unknown = niet leesbaar
page-table-right = De tafel klopt
page-record-right = of zet de tafel recht
page-accept = Alles aannemen zoals gespeeld
page-place-statue = dobbelstenen op het beeld
page-place-cell = rij { $row }, kolom { $column }

## Verloop
page-look-back = Terugkijken
page-earlier = Eén zet eerder
page-later = Eén zet later
page-to-now = Naar nu
page-branch = Vanaf hier verder spelen
page-round = Ronde { $round }
page-chart-race = De race
page-chart-sources = Waar de punten vandaan kwamen
page-kind-of-province = provincies
page-kind-of-market = markt
page-kind-of-river = rivier
page-kind-of-palace = paleis
page-kind-of-border = speciale inkomsten
page-kind-of-bonus = spoorbonussen
page-kind-of-start = start
page-kind-of-fee = kosten
page-keep = Om te bewaren
page-keep-picture = Beeld van het bord
page-keep-sheet = Scoreblad
page-keep-data = Alle cijfers
page-keep-game = Spelbestand

## Instellingen en apparaten
page-settings = Instellingen
page-pref-motion = Stukken bewegen
page-pref-speech = Hardop zeggen
page-pref-brief = Alleen beurten en rondes
page-pref-captions = Ondertitels
page-pref-hints = Tips aanbieden
page-pref-learning = Eerste spel: elke stap één keer uitleggen
page-pref-volume = Volume
page-say-test = Stem proberen
page-say-hello = Welkom aan het hof.
page-invite = Meedoen met een ander apparaat
page-invite-note = Toon de code aan het apparaat dat mee moet doen.
page-invite-local = Andere apparaten kunnen meedoen als het programma met --lan wordt gestart.
page-role-spectator = Toeschouwer
page-role-display = Tv
page-role-operator = Tweede gastheer
page-pairing = Het apparaat schuift aan.
page-pair-failed = Deze code hoort niet bij deze tafel of is oud. Scan hem opnieuw.
page-first-game = Eerste spel
page-understood = Begrepen
page-learn-place = Een beurt is één werker: zet hem op een vrij vak, betaal wat het vak vraagt, doe wat het zegt.
page-learn-buy = Je bouwt één tegel. De prijs betaal je met dobbelstenen van zijn kleur; hun ogen moeten het getal op de tegel halen.
page-learn-pay = Betaalde dobbelstenen gaan terug naar de voorraad. Karma draait een dobbelsteen om: een 2 wordt een 5.
page-learn-lay = De tegel moet aansluiten op je wegen. Markten geven meteen geld, gebouwen roem volgens je opwaarderingen.
page-learn-take = Dobbelstenen komen uit de voorraad en worden meteen geworpen. Het beeld houdt er tien.
page-learn-roll = Werp de dobbelstenen en tik aan wat ze tonen, of laat de pagina werpen.
page-learn-sail = De boot telt alleen vrije vakken en krijgt wat er staat waar hij stopt.
page-learn-score = Elke gekozen markt geeft zijn getal.
page-learn-upgrade = Gebouwen van deze soort geven vanaf nu één roem meer.
page-learn-karma = Je kunt drie karma hebben.
page-learn-reveal = De tegel eronder ligt nu open.
page-learn-chamber = Je gebruikt het vertrek meteen, zonder werker en zonder dobbelsteen.

## Camera
page-camera-layers = Lezingen tonen
page-camera-on = Tafel bekijken
page-camera-off = Niet meer kijken
page-camera-none = Er is geen camera aangesloten. Met de hand kan altijd verder worden gespeeld.
page-camera-picture = De tafel zoals de camera hem ziet
page-camera-private = Alles buiten de borden is zwart gemaakt.
page-camera-ms = Gelezen in { $ms } ms.
page-lights = Lichten
page-lights-dark = Alle lichten zijn uit.
page-verdict-good = De camera staat goed.
page-verdict-usable = Goed genoeg; het kan beter.
page-verdict-poor = Nog niet goed genoeg.
page-advice-no-markers = Geen markeringen in beeld. Druk ze af met „durbar markers” en leg ze naast de borden.
page-advice-bad-fit = De markeringen passen bij geen tafel. Knip de kaartjes uit en leg elk naast zijn eigen bord, bij de hoek die erop staat.
page-advice-dark-picture = De foto is te donker om markeringen te vinden. Doe een lamp aan.
page-advice-bright-picture = De foto is veel te licht om markeringen te vinden. Minder licht helpt.
page-advice-dice-too-small = Dobbelstenen zijn klein bij { $board }: zet de camera dichterbij.
page-advice-camera-too-low = De camera kijkt te vlak naar { $board }: zet hem hoger.
page-advice-too-dark = Het is donker bij { $board }: meer licht helpt.
page-advice-glare = Een lamp spiegelt bij { $board }: verschuif hem wat.
page-advice-markers-do-not-fit = Markeringen bij { $board } liggen scheef of zijn op een andere grootte gedrukt.
page-advice-board-cut-off = { $board } is niet helemaal in beeld.
page-advice-markers-missing = Bij { $board } zijn maar { $seen } van 4 markeringen te zien.
page-advice-board-missing = { $board } is niet gevonden.
page-advice-blurred = Het beeld is onscherp: stel de camera scherp.
page-advice-lens-assumed = De lens is geschat; dat is meestal genoeg.

## Opbouw
page-yes = ja
page-no = nee
page-setup-players = Spelers
page-setup-modules = Modules
page-setup-house = Huisregels
page-setup-camera = Camera
page-setup-dice = Kleuren van de stenen
page-setup-tiles = Tegels leren
page-setup-box = Mijn doos nakijken
page-setup-lights = Lichten
page-setup-begin = Beginnen
page-setup-back = Terug
page-setup-next = Verder
page-setup-players-tip = Kies de kleuren in de volgorde waarin jullie zitten, met de klok mee.
page-setup-name = Naam van { $seat }
page-setup-earlier = Eerder zitten
page-setup-two = Minstens twee spelers.
page-setup-modules-tip = Speel met wat je wilt; voor het basisspel is niets nodig.
page-setup-mixed = Wie speelt op de kant voor gevorderden?
page-setup-house-tip = Waar de regels ruimte laten, spelen we zo, tenzij jullie anders willen.
page-setup-camera-tip = Leg de markeringskaarten naast de borden, haal alle dobbelstenen van de beelden en richt de camera op de tafel. Groene kaders zijn gevonden borden.
page-setup-camera-later = Deze stap kan altijd nog.
page-cameras-tip = Kies de camera die naar de tafel kijkt.
page-cameras-none = Op deze computer is geen camera gevonden. Sluit er een aan en zoek opnieuw, of typ het adres van een telefoon.
page-cameras-number = Camera { $number }
page-cameras-chosen = gekozen
page-cameras-again = Opnieuw zoeken
page-cameras-address = Adres van een camera in jullie netwerk, bijvoorbeeld een telefoon
page-cameras-use = Dit adres gebruiken
page-setup-found = { $count } borden gevonden
page-setup-die-px = Een dobbelsteen is { $px } beeldpunten breed.
page-setup-keep = Dit beeld bewaren
page-setup-kept = De camera weet waar de borden liggen.
page-setup-corners = Hoeken zetten: { $board }
page-setup-dice-tip = Leg vier dobbelstenen, één van elke kleur, op een beeld.
page-setup-dice-learn = Deze kleuren leren
page-setup-dice-done = De kleuren zijn geleerd.
page-setup-tiles-tip = Leg de tegels een voor een in het midden van de eerste provincie. Het duurt ongeveer vier minuten en hoeft maar één keer.
page-setup-clear = Maak de plaats in het midden van de eerste provincie vrij en begin dan.
page-setup-auto = Beginnen
page-setup-pause = Pauze
page-setup-cell = De plaats zoals de camera die ziet
page-setup-phase-none = De camera kent de borden nog niet.
page-setup-phase-empty = Leg hem neer en haal je hand weg.
page-setup-phase-moving = Wacht tot hij stilligt.
page-setup-phase-still = Hij ligt stil.
page-setup-phase-taken = Genomen. Nu deze, alsjeblieft.
page-setup-snap = Foto nemen
page-setup-taken = Genomen: { $tile }
page-setup-retake = Opnieuw nemen
page-setup-tiles-done = Alle tegels zijn geleerd.
page-setup-dice-seen = Onder elke dobbelsteen: zijn kleur zoals deze camera die ziet.
page-setup-dice-again = Opnieuw leren
page-problem-uncalibrated = De camera weet nog niet waar de borden liggen: doe eerst de stap Camera.
page-problem-no-picture = De camera toont nog niets. Is hij aangesloten?
page-problem-no-teacher = Deze camera kan geen kleuren leren.
page-problem-no-four-dice = Vier dobbelstenen, een van elke kleur, waren op geen beeld te zien. Leg ze uit elkaar en probeer het opnieuw.
page-problem-no-markers = Geen markeringen in zicht. Leg de kaartjes naast de borden, of sleep de hoeken van de borden.
page-problem-bad-corners = De hoeken van een bord moeten met de klok mee gaan, te beginnen linksboven voor de eigenaar, en mogen elkaar niet kruisen. Verplaats ze en probeer het opnieuw.
page-problem-bad-fit = De markeringen passen bij geen tafel. Knip de kaartjes uit en leg elk naast zijn eigen bord, bij de hoek die erop staat.
page-problem-dark-picture = De foto is te donker om markeringen te vinden. Doe een lamp aan.
page-problem-bright-picture = De foto is veel te licht om markeringen te vinden. Minder licht helpt.
page-problem-camera-closed = Deze camera kan niet worden geopend. Is hij aangesloten en ingeschakeld, en gebruikt geen ander programma hem?
page-problem-camera-unknown = Deze computer heeft geen camera met dit nummer. Sluit hem aan en zoek opnieuw.
page-problem-camera-address = Dit is geen camera in dit huis. Typ http, https of rtsp met een adres als 192.168.1.20, of een naam die op .local eindigt.
page-corner = { $board }, hoek { $number }
page-corner-keys = Sleep de hoeken naar de randen van het bord, of kies er een met de tabtoets en verplaats hem met de pijltjestoetsen (met shift verder).
page-board-province = Provincie van { $name }
page-board-kali = Beeld van { $name }
page-board-display = Tegelaanbod
page-board-main = Spelbord
page-setup-progress = { $done } van { $all } tegels
page-setup-box-tip = Wat in jullie doos gedrukt staat, kan afwijken. Verbeter het hier; het geldt vanaf het volgende spel.
page-setup-search = Zoeken
page-setup-only-guesses = Alleen wat onzeker is
page-setup-patch = Mijn verbeteringen bewaren
page-setup-value = Waarde
page-setup-source = Hoe zeker
page-setup-correct = Verbeteren
page-source-of-rulebook = regelboek
page-source-of-attested = bevestigd
page-source-of-derived = afgeleid
page-source-of-reconstructed = vermoed
page-source-of-player = van jullie
page-setup-lights-tip = Lampjes wijzen naar velden die nu open zijn, en worden rood waar iets niet klopt.
page-setup-lights-on = Het ledbord antwoordt: { $count } leds.
page-setup-lights-away = Het ledbord antwoordt niet. Is het aangesloten? De kaart kan toch gemaakt worden.
page-setup-lights-off = Er is geen ledbord in gebruik. Start het programma met --leds auto om er een te gebruiken; het spel heeft er geen nodig.
page-setup-lights-start = Laat de leds een voor een zien
page-setup-lights-empty = Opnieuw beginnen
page-setup-lights-order = Op volgorde toewijzen
page-setup-lights-known = { $done } van { $all } leds hebben een plaats.
page-setup-lights-which = Led { $number } van { $count } brandt. Welk veld is dat?
page-setup-lights-here = Tot nu toe: { $place }
page-setup-lights-nowhere = Tik op het veld waar hij onder ligt.
page-setup-lights-back = De vorige
page-setup-lights-next = De volgende
page-setup-lights-none = Onder geen veld
page-setup-lights-stop = Genoeg voor nu
page-lamp-seat = Plaats van { $name }
page-lamp-boat = Boot van { $name }
page-stack = stapel { $colour }, { $animal }
page-stack-village = dorpenstapel { $number }
page-animal-cow = koe
page-animal-snake = slang
page-animal-tiger = tijger
page-setup-begin-tip = Alles klaar. Het oude spel blijft bewaard.
page-setup-house-count = { $count ->
    [one] één huisregel
   *[other] { $count } huisregels
}
page-fate-front = Op { $track }: de lotsproef ligt nog voor je.
page-fate-turned = Op { $track }: het lot is omgedraaid; daar wacht een gratis tegel.
page-fate-gone = Op { $track }: de lotsproef is voorbij.
page-invite-code = Code voor { $who }
page-board-larger = Bord groter
page-board-whole = Hele bord
page-join = Meedoen

## Check my box
page-box-tile = { $stack }, tegel { $number }
page-box-river = Ganges met { $side } spelers, vak { $number }
page-box-quarry-fees = Steengroeve met { $side } spelers: wat de vakken kosten
page-box-harbour-fees = Haven met { $side } spelers: wat de vakken kosten
page-box-terraces-per-colour = Terrassen per kleur met { $side } spelers
page-box-forecourts = Vakken van het voorplein met { $side } spelers
page-box-assorted = Vakken voor gemengde waren met { $side } spelers
page-box-villages = Dorpsvakken met { $side } spelers
page-box-players = Spelers op de kant voor { $side }
page-box-covered = Vakken die bij minder spelers bedekt worden
page-box-bridge-after = Vak van de Ganges vóór de brug, { $side } spelers
page-box-yields = Provincie, kant { $side }: opbrengst { $place } { NUMBER($number) ->
    [0] {""}
   *[other] { $number }
}
page-box-at-left = links
page-box-at-right = rechts
page-box-at-bottom = onder
page-box-at-corner-left = in de linkerhoek
page-box-at-corner-right = in de rechterhoek
page-box-cells = Provincie, kant { $side }: de vakken
page-box-residence = Provincie, kant { $side }: vak van de residentie
page-box-residence-roads = Provincie, kant { $side }: wegen van de residentie
page-box-capacity = Beeld, kant { $side }: dobbelstenen die het houdt
page-box-tiles = Moduletegel { $name }
page-box-yield-tiles = Opbrengsttegel { $name }
page-box-river-tiles = Riviertegel { $name }
page-box-chambers = Vertrek { $name } in het paleis
page-box-balconies = Balkons: betaalde en gekregen dobbelstenen
page-box-forecourt = Voorplein: wat het oplevert
page-box-dice-per-colour = Dobbelstenen per kleur
page-box-workers-active = Arbeiders aan het begin
page-box-workers-limit = Arbeiders hoogstens
page-box-upgrade-columns = Waarden van de opwaarderingen
page-box-price = Prijs
page-box-roads = Wegen
page-box-road-ns = rechtdoor
page-box-road-ne = bocht
page-box-road-nes = drie wegen
page-box-road-nesw = kruising
page-box-thing = Erop, { $number }
page-box-reward = Brengt, { $number }
page-box-keep = Zo bewaren
page-box-leave = Zo laten
page-box-example = blauw, koe
page-box-count = { $shown } van { $all }
page-box-more = Meer tonen
