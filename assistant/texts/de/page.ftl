### Die eigenen Wörter der Seite. Sätze über Regeln und gesprochene Züge stehen in den anderen Dateien.

## Wörter der Schachtel
page-seat-red = Rot
page-seat-yellow = Gelb
page-seat-white = Weiß
page-seat-black = Schwarz
page-colour-blue = blau
page-colour-green = grün
page-colour-orange = orange
page-colour-purple = violett
page-colour-any = beliebige Farbe
page-building-temple = Tempel
page-building-palace = Palast
page-building-fort = Fort
page-building-mill = Mühle
page-good-silk = Seide
page-good-tea = Tee
page-good-spices = Gewürze
page-chamber-1 = Großmogul
page-chamber-2 = Tänzerin
page-chamber-3 = Yogi
page-chamber-4 = Raja Man Singh
page-chamber-5 = Baumeister
page-chamber-6 = Portugiese
page-fame = Ruhm
page-money = Geld
page-die = { $colour } { $value }
page-die-turned = { $die } gedreht auf { $value }
page-tile = Plättchen { $colour } für { $price } ({ $things })
page-tile-unknown = ein Plättchen
page-kind-village = Mangodorf
page-kind-shalimar = Shalimar-Garten
page-kind-tiger = Tigerplättchen
page-area-palace = Palast
page-area-market = Markt
page-area-quarry = Steinbruch
page-area-harbour = Hafen
page-area-river = Ganges
page-place-quarry = Steinbruch { $number }
page-place-harbour = Hafen { $number }
page-place-assorted = Markt, gemischte Waren
page-place-stall = Markt, { $detail }
page-place-forecourt = Vorterrasse
page-place-terrace = Terrasse { $detail }
page-place-balcony = Balkon { $detail }
page-place-chamber = Gemach: { $detail }
page-place-village = Mangodorf { $number }

## Erträge
page-gain-nothing = nichts
page-gain-money = { $amount } Geld
page-gain-fame = { $amount } Ruhm
page-gain-karma = { $amount } Karma
page-gain-upgrade = { $amount ->
    [one] eine Aufwertung
   *[other] { $amount } Aufwertungen
}
page-gain-dice = { $amount ->
    [one] ein Würfel
   *[other] { $amount } Würfel
}
page-gain-dice-of = Würfel: { $what }
page-gain-dice-per-karma = je Karma ein Würfel ({ $what })
page-gain-money-per-market = { $amount } Geld je Markt
page-gain-money-per-upgrade = { $amount } Geld je Aufwertung
page-gain-fame-per-upgrade = { $amount } Ruhm je Aufwertung
page-gain-fame-per-karma = { $amount } Ruhm je Karma
page-gain-markets-different = bis zu { $amount } verschiedene Märkte
page-gain-markets-one = bis zu { $amount } Märkte einer Ware
page-gain-markets-any = bis zu { $amount } Märkte
page-gain-chamber = ein Gemach nach Wahl
page-gain-boat = Boot zum nächsten freien Feld
page-gain-portuguese = Boot { $amount } Felder
page-gain-sail-up-to = Boot bis zu { $amount } Felder
page-gain-mogul = Startspieler
page-gain-reroll = Würfel neu werfen
page-gain-white-tile = ein Ertragsplättchen
page-gain-overbuild = ein Plättchen überbauen
page-gain-worker = ein Arbeiter
page-got-fame = { $sign }{ $amount } Ruhm
page-got-money = { $sign }{ $amount } Geld

## Züge
page-move-place = setzt einen Arbeiter: { $space }
page-move-place-trader = schickt den Händler: { $space }
page-move-pass = Passen
page-move-buy = kauft: { $tile }
page-move-cover = überbaut mit: { $tile }
page-move-reveal = deckt auf: { $tile }
page-move-draw = zieht: { $tile }
page-move-pay = zahlt { $dice }
page-move-roll = würfelt { $dice }
page-move-roll-none = würfelt nichts
page-move-return = gibt zurück: { $dice }
page-move-return-none = gibt nichts zurück
page-move-reroll = würfelt neu: { $dice }
page-move-reroll-none = behält die Würfel
page-move-take = nimmt Würfel: { $colours }
page-move-take-none = nimmt keinen Würfel
page-move-score = wertet { $markets }
page-move-score-none = wertet keinen Markt
page-move-upgrade = wertet auf: { $kind }
page-move-chamber = nutzt das Gemach: { $name }
page-move-karma = { $count ->
    [0] nimmt kein Karma
   *[other] nimmt { $count } Karma
}
page-move-sail = { $count ->
    [one] fährt ein Feld
   *[other] fährt { $count } Felder
}
page-move-lay = legt das Plättchen
page-move-start = { $seat } beginnt
page-move-first = zuerst: { $what }
page-move-decline = verzichtet
page-first-money = Geld
page-first-fame = Ruhm
page-first-karma = Karma
page-first-dice = Würfel
page-first-upgrade = Aufwertung
page-first-boat = Boot
page-first-fame-bonus = Ruhmbonus
page-first-money-bonus = Geldbonus

## Woher Punkte kamen
page-source-correction = Korrektur von Hand
page-source-start = Start
page-source-quarry = Gebühr im Steinbruch
page-source-harbour = Hafen
page-source-river = Fluss { $number }
page-source-chamber = Gemächer
page-source-forecourt = Vorterrasse
page-source-assorted = Markt
page-source-stall = Markt
page-source-fame = Bonus bei Ruhm { $number }
page-source-money = Bonus bei Geld { $number }
page-source-white = Ertragsplättchen
page-source-tile = Provinzen
page-source-yield = Sonderertrag

## Die Seite
page-board = Der Spielplan
page-views = Ansichten
page-nav-table = Tisch
page-nav-history = Verlauf
page-nav-tv = Fernseher
page-nav-camera = Kamera
page-nav-setup = Aufbau
page-language = Sprache
page-theme = Hell oder dunkel
page-turn-page = Seite drehen
page-now = Jetzt
page-opening = Aufbau
page-round-lap = Durchgang { $round }, Runde { $lap }
page-last-lap = letzte Runde
page-last-moves = Was gerade geschah
page-undo = Zurücknehmen
page-redo = Wieder
page-ok = In Ordnung
page-start-player = Startspieler
page-gap = Abstand { $gap }
page-overlap = getroffen, { $gap } darüber
page-karma-count = { $count } Karma
page-workers = { $idle } von { $active } Arbeitern daheim
page-province = Provinz von { $seat }
page-cell = Reihe { $row }, Spalte { $column }
page-supply = Noch { $count } Würfel { $colour }
page-stack-empty = leerer Stapel
page-river-space = Flussfeld { $number }: { $reward }
page-space-fee = { $space }, { $fee } Geld
page-space-taken = { $space }: besetzt von { $seat }
page-space-free = { $space }: frei für dich
page-space-closed = { $space }: warum nicht?
page-why = Warum nicht { $what }?
page-refused = Eine Regel spricht dagegen: { $rule }
page-winner = { $name } gewinnt
page-history = Wie es verlief
page-new-game = Neues Spiel
page-decided-B20-7 = die größere Überlappung entscheidet
page-decided-B20-8 = früher getroffen entscheidet
page-decided-B20-9 = der kleinere Abstand entscheidet
page-decided-A-29 = gleicher Abstand

## Was jetzt zu tun ist
page-tip-place = Wähle ein leuchtendes Feld für einen Arbeiter.
page-tip-buy = Wähle ein Plättchen von den Stapeln.
page-tip-cover = Wähle ein Plättchen von den Stapeln, dann das Plättchen deiner Provinz, das es bedeckt.
page-tip-pay-sum = Zahle { $need } mit Würfeln in { $colour }.
page-tip-pay-value = Zahle einen Würfel mit { $values }.
page-tip-pay-colour = Zahle einen Würfel in { $colour }.
page-tip-pay-any = Zahle einen Würfel.
page-tip-pay-tap = Oder tippe Würfel auf der Statue an; ein zweites Tippen dreht einen mit Karma.
page-pay-total = { $total } von { $need } zahlen
page-pay-this = Diesen Würfel zahlen
page-tip-roll = { $count ->
    [one] Was zeigt der Würfel von { $seat }?
   *[other] Was zeigen die Würfel von { $seat }?
}
page-roll-for-me = Würfle für mich
page-draw-for-me = Der Zufall entscheide
page-tip-take = { $count ->
    [one] Nimm einen Würfel.
   *[other] Nimm bis zu { $count } Würfel.
}
page-take-these = Nehmen und würfeln
page-take-fewer = Nur diese
page-take-none = Keinen nehmen
page-tip-return = Kein Platz für alle: gib bis zu { $count } Würfel zurück.
page-tip-reroll = Eigene Würfel neu werfen?
page-return-chosen = { $count ->
    [0] Keinen zurückgeben
   *[other] { $count } zurückgeben
}
page-reroll-chosen = { $count ->
    [0] Alle behalten
   *[other] { $count } neu werfen
}
page-tip-score = Welche Märkte wertest du?
page-score-none = keinen
page-more-ways = { $count } weitere
page-tip-lay = Tippe auf einen Platz deiner Provinz.
page-tip-lay-turn = Drehe es, wie du magst, dann lege es.
page-turn-tile = Drehen
page-lay-tile = Hier legen
page-tip-reveal = Welches Plättchen liegt jetzt oben?
page-tip-draw = Welches Ertragsplättchen wurde gezogen?
page-reveal-later = Noch nicht gesehen
page-tip-start = Gleichstand: Wer hat zuletzt indisch gegessen?
page-tip-karma = Wie viel Karma?
page-tip-upgrade = Welches Gebäude wertest du auf?
page-tip-sail = Tippe auf das Flussfeld für dein Boot.
page-tip-chamber = Welches Gemach nutzt du?
page-tip-order = Was kommt zuerst?
page-tip-yield = Welches Ertragsplättchen nimmst du, und für welchen Platz?
page-tip-brown_slot = Auf welchen braunen Platz?
page-tip-brown = Welches braune Plättchen wurde gezogen?
page-tip-river_tile = Welches Flussplättchen wurde gezogen, und wohin?
page-tip-village = Welches Dorf nutzt du?
page-tip-free = Welches Plättchen nimmst du umsonst?
page-tip-flag = Welches Feld nutzt du noch einmal?
page-tip-swap = Welcher Arbeiter geht für den Händler?
page-tip-chamber_die = Einen Würfel für das Gemach zahlen?
page-tip-white_again = Welches weiße Ertragsplättchen nutzt du noch einmal?
page-tip-back = Welcher Arbeiter kommt zurück?
page-tip-dolphin = Wohin schwimmt der Delfin?
page-tip-river_choice = Welches Flussplättchen kommt wohin?
page-send-trader = Den Händler schicken, der einen Würfel stellt
page-wait = Der Tisch ist dran.
page-wait-roll = Die Würfel rollen.

## Fragen
page-question = Frage
page-question-which = Was davon ist geschehen?
page-question-picture = Was die Kamera sieht
page-question-other = Es war etwas anderes

## Verbindung
page-sync-synced = stimmt überein
page-sync-settling = schaut
page-sync-ambiguous = eine Frage
page-sync-desync = bitte prüfen
page-sync-manual = von Hand
page-lost = Der Tisch ist nicht zu erreichen; neuer Versuch.
page-try-now = Jetzt versuchen
page-link-opening = Der Tisch wird gesucht.
page-link-live = Der Tisch wird gedeckt.
page-link-lost = Der Tisch ist nicht zu erreichen. Ist der Computer an und im selben Netz? Neuer Versuch.
page-link-unpaired = Scanne den Code auf der Seite des Tisches, um mitzuspielen.
page-problem-stale = Jemand war schneller. Schau noch einmal.
page-problem-stale-revision = Jemand war schneller. Schau noch einmal.
page-problem-offline = Der Tisch hat nicht geantwortet. Versuche es noch einmal.
page-problem-seat = Du bist nicht am Zug.
page-problem-rate = Das war etwas schnell. Versuche es noch einmal.
page-problem-csrf = Die Seite war veraltet. Versuche es noch einmal.

## Platz, Tipps, Korrekturen
page-your-turn = Du bist am Zug
page-turn-of = { $name } überlegt.
page-stay = Hier bleiben
page-near = Erträge in Reichweite
page-hints = Gute Züge jetzt
page-ask-hint = Was würdest du tun?
page-hint-fame = { $sign }{ $amount } Ruhm
page-hint-money = { $sign }{ $amount } Geld
page-hint-dice = { $sign }{ $amount } Würfel
page-hint-karma = { $sign }{ $amount } Karma
page-hint-quiet = bereitet die nächsten Züge vor
page-fix = Aufzeichnung berichtigen
page-fix-note = Setzt die Aufzeichnung so, wie der Tisch es zeigt. Das Protokoll behält, was war.
page-field-money = Geld
page-field-fame = Ruhm
page-field-karma = Karma
page-field-boat = Flussfeld
page-less = Eins weniger: { $what }
page-more = Eins mehr: { $what }
page-remove = { $what } entfernen
page-add = { $what } hinzufügen
page-move-correct = wird von Hand berichtigt
page-differences = Tisch und Aufzeichnung weichen ab
page-seen = Auf dem Tisch
page-expected = Aufgezeichnet
page-nothing = nichts
page-unknown = nicht lesbar
page-table-right = Der Tisch stimmt
page-record-right = oder richte den Tisch
page-accept = Alles wie gespielt übernehmen
page-place-statue = Würfel auf der Statue
page-place-cell = Reihe { $row }, Spalte { $column }

## Verlauf
page-look-back = Zurückschauen
page-earlier = Ein Zug früher
page-later = Ein Zug später
page-to-now = Zum Jetzt
page-branch = Von hier weiterspielen
page-round = Durchgang { $round }
page-chart-race = Das Rennen
page-chart-sources = Woher die Punkte kamen
page-kind-of-province = Provinzen
page-kind-of-market = Markt
page-kind-of-river = Fluss
page-kind-of-palace = Palast
page-kind-of-border = Sondererträge
page-kind-of-bonus = Leistenboni
page-kind-of-start = Start
page-kind-of-fee = Gebühren
page-keep = Zum Aufheben
page-keep-picture = Bild des Spielplans
page-keep-sheet = Wertungsblatt
page-keep-data = Alle Zahlen
page-keep-game = Spieldatei

## Einstellungen und Geräte
page-settings = Einstellungen
page-pref-motion = Figuren bewegen sich
page-pref-speech = Laut ansagen
page-pref-brief = Nur Züge und Durchgänge
page-pref-captions = Untertitel
page-pref-hints = Tipps anbieten
page-pref-learning = Erstes Spiel: jeden Schritt einmal erklären
page-pref-volume = Lautstärke
page-say-test = Stimme ausprobieren
page-say-hello = Willkommen bei Hofe.
page-invite = Mit einem anderen Gerät mitspielen
page-invite-note = Zeige den Code dem Gerät, das mitspielen soll.
page-invite-local = Andere Geräte können mitspielen, wenn das Programm mit --lan gestartet wird.
page-role-spectator = Zuschauer
page-role-display = Fernseher
page-role-operator = Zweite Leitung
page-pairing = Das Gerät kommt an den Tisch.
page-pair-failed = Dieser Code gehört nicht zu diesem Tisch oder ist alt. Scanne ihn neu.
page-first-game = Erstes Spiel
page-understood = Verstanden
page-learn-place = Ein Zug ist ein Arbeiter: setze ihn auf ein freies Feld, zahle, was das Feld verlangt, tu, was es sagt.
page-learn-buy = Du baust ein Plättchen. Den Preis zahlst du mit Würfeln seiner Farbe; ihre Augen müssen die Zahl auf dem Plättchen erreichen.
page-learn-pay = Gezahlte Würfel gehen in den Vorrat. Karma dreht einen Würfel um: aus 2 wird 5.
page-learn-lay = Das Plättchen muss an deine Straßen anschließen. Märkte bringen sofort Geld, Gebäude Ruhm nach deinen Aufwertungen.
page-learn-take = Würfel kommen aus dem Vorrat und werden sofort geworfen. Die Statue hält zehn.
page-learn-roll = Wirf die Würfel und tippe an, was sie zeigen, oder lass die Seite würfeln.
page-learn-sail = Das Boot zählt nur freie Felder und bekommt, was dort steht, wo es anhält.
page-learn-score = Jeder gewählte Markt bringt seine Zahl.
page-learn-upgrade = Gebäude dieser Art bringen von nun an einen Ruhm mehr.
page-learn-karma = Du kannst drei Karma haben.
page-learn-reveal = Das Plättchen darunter liegt nun aus.
page-learn-chamber = Du nutzt das Gemach sofort, ohne Arbeiter und ohne Würfel.

## Kamera
page-camera-layers = Gelesenes zeigen
page-camera-on = Tisch beobachten
page-camera-off = Nicht mehr beobachten
page-camera-none = Keine Kamera ist angeschlossen. Von Hand lässt sich jederzeit weiterspielen.
page-camera-picture = Der Tisch, wie ihn die Kamera sieht
page-camera-private = Alles außerhalb der Tafeln ist geschwärzt.
page-camera-ms = In { $ms } ms gelesen.
page-lights = Lichter
page-lights-dark = Alle Lichter sind aus.
page-verdict-good = Die Kamera steht gut.
page-verdict-usable = Gut genug; es ginge besser.
page-verdict-poor = Noch nicht gut genug.
page-advice-no-markers = Keine Marken zu sehen. Drucke sie mit „durbar markers“ und lege sie neben die Tafeln.
page-advice-bad-fit = Die Marken passen zu keinem Tisch. Schneide die Karten aus und lege jede neben ihre eigene Tafel, an die aufgedruckte Ecke.
page-advice-dark-picture = Das Bild ist zu dunkel, um Marken zu finden. Mach Licht an.
page-advice-bright-picture = Das Bild ist viel zu hell, um Marken zu finden. Weniger Licht hilft.
page-advice-dice-too-small = Die Würfel sind klein bei { $board }: rücke die Kamera näher.
page-advice-camera-too-low = Die Kamera schaut zu flach auf { $board }: stelle sie höher.
page-advice-too-dark = Es ist dunkel bei { $board }: mehr Licht hilft.
page-advice-glare = Eine Lampe spiegelt sich bei { $board }: rücke sie ein wenig.
page-advice-markers-do-not-fit = Die Marken bei { $board } liegen schief oder sind in anderer Größe gedruckt.
page-advice-board-cut-off = { $board } ist nicht ganz im Bild.
page-advice-markers-missing = Bei { $board } sind nur { $seen } von 4 Marken zu sehen.
page-advice-board-missing = { $board } wurde nicht gefunden.
page-advice-blurred = Das Bild ist unscharf: stelle die Kamera scharf.
page-advice-lens-assumed = Das Objektiv ist geschätzt; das genügt meist.

## Aufbau
page-yes = ja
page-no = nein
page-setup-players = Spieler
page-setup-modules = Module
page-setup-house = Hausregeln
page-setup-camera = Kamera
page-setup-dice = Würfelfarben
page-setup-tiles = Plättchen lernen
page-setup-box = Meine Schachtel prüfen
page-setup-lights = Lichter
page-setup-begin = Beginnen
page-setup-back = Zurück
page-setup-next = Weiter
page-setup-players-tip = Wählt die Farben in der Reihenfolge, in der ihr sitzt, im Uhrzeigersinn.
page-setup-name = Name von { $seat }
page-setup-earlier = Früher sitzen
page-setup-two = Mindestens zwei Spieler.
page-setup-modules-tip = Spielt mit, was euch gefällt; für das Grundspiel braucht es nichts.
page-setup-mixed = Wer spielt auf der Seite für Fortgeschrittene?
page-setup-house-tip = Wo die Regeln Raum lassen, spielen wir so, wenn ihr nichts anderes sagt.
page-setup-camera-tip = Legt die Markenkarten neben die Tafeln, nehmt alle Würfel von den Statuen und richtet die Kamera auf den Tisch. Grüne Rahmen sind gefundene Tafeln.
page-setup-camera-later = Dieser Schritt geht jederzeit.
page-cameras-tip = Wählt die Kamera, die auf den Tisch schaut.
page-cameras-none = An diesem Computer wurde keine Kamera gefunden. Steckt eine ein und sucht noch einmal, oder tippt die Adresse eines Handys ein.
page-cameras-number = Kamera { $number }
page-cameras-chosen = gewählt
page-cameras-again = Noch einmal suchen
page-cameras-address = Adresse einer Kamera in eurem Netz, zum Beispiel eines Handys
page-cameras-use = Diese Adresse nehmen
page-setup-found = { $count } Tafeln gefunden
page-setup-die-px = Ein Würfel ist { $px } Bildpunkte breit.
page-setup-keep = Diese Sicht behalten
page-setup-kept = Die Kamera weiß, wo die Tafeln liegen.
page-setup-corners = Ecken setzen: { $board }
page-setup-dice-tip = Legt vier Würfel, einen je Farbe, auf eine Statue.
page-setup-dice-learn = Diese Farben lernen
page-setup-dice-done = Die Farben sind gelernt.
page-setup-tiles-tip = Lege ein Plättchen nach dem anderen in die Mitte der ersten Provinz. Das dauert etwa vier Minuten und ist nur einmal nötig.
page-setup-clear = Räume den Platz in der Mitte der ersten Provinz frei, dann beginne.
page-setup-auto = Beginnen
page-setup-pause = Pause
page-setup-cell = Der Platz, wie die Kamera ihn sieht
page-setup-phase-none = Die Kamera kennt die Tafeln noch nicht.
page-setup-phase-empty = Hinlegen und die Hand wegnehmen.
page-setup-phase-moving = Warten, bis es ruhig liegt.
page-setup-phase-still = Es liegt ruhig.
page-setup-phase-taken = Aufgenommen. Jetzt bitte dieses.
page-setup-snap = Bild aufnehmen
page-setup-taken = Aufgenommen: { $tile }
page-setup-retake = Noch einmal aufnehmen
page-setup-tiles-done = Alle Plättchen sind gelernt.
page-setup-dice-seen = Unter jedem Würfel: seine Farbe, wie diese Kamera sie sieht.
page-setup-dice-again = Noch einmal lernen
page-problem-uncalibrated = Die Kamera weiß noch nicht, wo die Tafeln liegen: zuerst den Schritt Kamera machen.
page-problem-no-picture = Die Kamera zeigt noch nichts. Ist sie eingesteckt?
page-problem-no-teacher = Diese Kamera kann keine Farben lernen.
page-problem-no-four-dice = Vier Würfel, einer je Farbe, waren auf keiner Statue zu sehen. Lege sie auseinander und versuche es noch einmal.
page-problem-no-markers = Keine Marken zu sehen. Lege die Karten neben die Tafeln, oder ziehe die Ecken der Tafeln zurecht.
page-problem-bad-corners = Die Ecken einer Tafel müssen im Uhrzeigersinn laufen, beginnend oben links von ihrem Besitzer aus, und dürfen sich nicht kreuzen. Verschiebe sie und versuche es noch einmal.
page-problem-bad-fit = Die Marken passen zu keinem Tisch. Schneide die Karten aus und lege jede neben ihre eigene Tafel, an die aufgedruckte Ecke.
page-problem-dark-picture = Das Bild ist zu dunkel, um Marken zu finden. Mach Licht an.
page-problem-bright-picture = Das Bild ist viel zu hell, um Marken zu finden. Weniger Licht hilft.
page-problem-camera-closed = Diese Kamera lässt sich nicht öffnen. Ist sie eingesteckt und eingeschaltet, und benutzt sie kein anderes Programm?
page-problem-camera-unknown = Dieser Computer hat keine Kamera mit dieser Nummer. Steckt sie ein und sucht noch einmal.
page-problem-camera-address = Das ist keine Kamera in diesem Haus. Nötig ist http, https oder rtsp mit einer Adresse wie 192.168.1.20 oder einem Namen, der auf .local endet.
page-corner = { $board }, Ecke { $number }
page-corner-keys = Ziehe die Ecken an die Ränder der Tafel, oder wähle eine mit der Tabulatortaste und bewege sie mit den Pfeiltasten (mit Umschalttaste weiter).
page-board-province = Provinz von { $name }
page-board-kali = Statue von { $name }
page-board-display = Auslage
page-board-main = Spielplan
page-setup-progress = { $done } von { $all } Plättchen
page-setup-box-tip = Was in eurer Schachtel gedruckt ist, kann abweichen. Berichtigt es hier; es gilt ab dem nächsten Spiel.
page-setup-search = Suchen
page-setup-only-guesses = Nur, was unsicher ist
page-setup-patch = Meine Berichtigungen sichern
page-setup-value = Wert
page-setup-source = Wie sicher
page-setup-correct = Berichtigen
page-source-of-rulebook = Regelheft
page-source-of-attested = belegt
page-source-of-derived = abgeleitet
page-source-of-reconstructed = vermutet
page-source-of-player = von euch
page-setup-lights-tip = Lichter zeigen auf Felder, die gerade offen sind, und werden rot, wo etwas nicht stimmt.
page-setup-lights-on = Das LED-Brett antwortet: { $count } LEDs.
page-setup-lights-away = Das LED-Brett antwortet nicht. Ist es eingesteckt? Der Plan lässt sich trotzdem machen.
page-setup-lights-off = Es wird kein LED-Brett benutzt. Mit --leds auto gestartet, sucht das Programm eines; das Spiel braucht keines.
page-setup-lights-start = Eine LED nach der anderen zeigen
page-setup-lights-empty = Von vorn beginnen
page-setup-lights-order = Der Reihe nach zuordnen
page-setup-lights-known = { $done } von { $all } LEDs haben einen Platz.
page-setup-lights-which = LED { $number } von { $count } leuchtet. Welches Feld ist das?
page-setup-lights-here = Bisher: { $place }
page-setup-lights-nowhere = Tippe auf das Feld, unter dem sie liegt.
page-setup-lights-back = Die davor
page-setup-lights-next = Die nächste
page-setup-lights-none = Unter keinem Feld
page-setup-lights-stop = Genug für jetzt
page-lamp-seat = Platz von { $name }
page-lamp-boat = Boot von { $name }
page-stack = Stapel { $colour }, { $animal }
page-stack-village = Dorfstapel { $number }
page-animal-cow = Kuh
page-animal-snake = Schlange
page-animal-tiger = Tiger
page-setup-begin-tip = Alles bereit. Das alte Spiel bleibt gespeichert.
page-setup-house-count = { $count ->
    [one] eine Hausregel
   *[other] { $count } Hausregeln
}
page-fate-front = Auf { $track }: die Schicksalsprobe liegt noch vor dir.
page-fate-turned = Auf { $track }: das Schicksal ist umgedreht; dort wartet ein kostenloses Plättchen.
page-fate-gone = Auf { $track }: die Schicksalsprobe ist vorbei.
page-invite-code = Code für { $who }
page-board-larger = Plan größer
page-board-whole = Ganzer Plan
page-join = Mitspielen

## Check my box
page-box-tile = { $stack }, Plättchen { $number }
page-box-river = Ganges mit { $side } Spielern, Feld { $number }
page-box-quarry-fees = Steinbruch mit { $side } Spielern: was die Felder kosten
page-box-harbour-fees = Hafen mit { $side } Spielern: was die Felder kosten
page-box-terraces-per-colour = Terrassen je Farbe mit { $side } Spielern
page-box-forecourts = Felder der Vorterrasse mit { $side } Spielern
page-box-assorted = Felder für gemischte Waren mit { $side } Spielern
page-box-villages = Dorffelder mit { $side } Spielern
page-box-players = Spieler auf der Seite für { $side }
page-box-covered = Felder, die bei weniger Spielern abgedeckt werden
page-box-bridge-after = Feld des Ganges vor der Brücke, { $side } Spieler
page-box-yields = Provinz, Seite { $side }: Ertrag { $place } { NUMBER($number) ->
    [0] {""}
   *[other] { $number }
}
page-box-at-left = links
page-box-at-right = rechts
page-box-at-bottom = unten
page-box-at-corner-left = in der linken Ecke
page-box-at-corner-right = in der rechten Ecke
page-box-cells = Provinz, Seite { $side }: ihre Felder
page-box-residence = Provinz, Seite { $side }: Feld der Residenz
page-box-residence-roads = Provinz, Seite { $side }: Straßen der Residenz
page-box-capacity = Statue, Seite { $side }: Würfel, die sie hält
page-box-tiles = Modulplättchen { $name }
page-box-yield-tiles = Ertragsplättchen { $name }
page-box-river-tiles = Flussplättchen { $name }
page-box-chambers = Gemach { $name } im Palast
page-box-balconies = Balkone: gezahlter Würfel, erhaltene Würfel
page-box-forecourt = Vorterrasse: was sie bringt
page-box-dice-per-colour = Würfel je Farbe
page-box-workers-active = Arbeiter am Anfang
page-box-workers-limit = Arbeiter höchstens
page-box-upgrade-columns = Werte der Aufwertungen
page-box-price = Preis
page-box-roads = Straßen
page-box-road-ns = geradeaus
page-box-road-ne = Kurve
page-box-road-nes = drei Wege
page-box-road-nesw = Kreuzung
page-box-thing = Darauf, { $number }
page-box-reward = Bringt, { $number }
page-box-keep = So behalten
page-box-leave = So lassen
page-box-example = blau, Kuh
page-box-count = { $shown } von { $all }
page-box-more = Mehr zeigen
