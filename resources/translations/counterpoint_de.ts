<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>Engine</name>
    <message>
        <source>trying how much the path carries</source>
        <translation>es wird versucht, wie viel der Weg trägt</translation>
    </message>
    <message>
        <source>the path has become faster</source>
        <translation>der Weg ist schneller geworden</translation>
    </message>
    <message>
        <source>the path has room</source>
        <translation>der Weg hat Platz</translation>
    </message>
    <message>
        <source>many packets are lost</source>
        <translation>viele Pakete gehen verloren</translation>
    </message>
    <message>
        <source>one-way delay is rising</source>
        <translation>die Laufzeit steigt</translation>
    </message>
    <message>
        <source>the queue drains</source>
        <translation>die Warteschlange leert sich</translation>
    </message>
    <message>
        <source>sharing the path with others who fill its queue</source>
        <translation>der Weg wird mit anderen geteilt, die seine Warteschlange füllen</translation>
    </message>
    <message>
        <source>no report from the peer</source>
        <translation>kein Bericht vom Gegenüber</translation>
    </message>
    <message>
        <source>packets are lost</source>
        <translation>Pakete gehen verloren</translation>
    </message>
    <message>
        <source>the round trip grows</source>
        <translation>die Umlaufzeit wächst</translation>
    </message>
    <message>
        <source>no sign of congestion</source>
        <translation>kein Zeichen von Stau</translation>
    </message>
    <message>
        <source>no sign of congestion for long enough to try more</source>
        <translation>lange genug kein Zeichen von Stau, um mehr zu versuchen</translation>
    </message>
    <message>
        <source>the peer is not heard</source>
        <translation>vom Gegenüber ist nichts zu hören</translation>
    </message>
    <message>
        <source>a packet was marked</source>
        <translation>ein Paket wurde markiert</translation>
    </message>
    <message>
        <source>a packet was lost</source>
        <translation>ein Paket ging verloren</translation>
    </message>
    <message>
        <source>no packet was lost for a round trip</source>
        <translation>eine Umlaufzeit lang ging kein Paket verloren</translation>
    </message>
    <message>
        <source>nothing was heard of the path</source>
        <translation>vom Weg war nichts zu hören</translation>
    </message>
    <message>
        <source>nothing arrives: the window starts again</source>
        <translation>nichts kommt an: das Fenster beginnt von vorn</translation>
    </message>
    <message>
        <source>a packet was lost: the window is halved</source>
        <translation>ein Paket ging verloren: das Fenster wird halbiert</translation>
    </message>
    <message>
        <source>more waits for the window than should</source>
        <translation>vor dem Fenster wartet mehr, als soll</translation>
    </message>
    <message>
        <source>little waits for the window</source>
        <translation>vor dem Fenster wartet wenig</translation>
    </message>
    <message>
        <source>nothing is known of the path yet</source>
        <translation>vom Weg ist noch nichts bekannt</translation>
    </message>
    <message>
        <source>%1 % of packets lost in %2 s: what TCP would get</source>
        <translation>%1 % der Pakete in %2 s verloren: so viel bekäme TCP</translation>
    </message>
    <message>
        <source>no packet lost for %1 s</source>
        <translation>seit %1 s kein Paket verloren</translation>
    </message>
    <message>
        <source>the sound takes longer and longer</source>
        <translation>der Ton braucht immer länger</translation>
    </message>
    <message>
        <source>a queue stands on the path</source>
        <translation>auf dem Weg steht eine Warteschlange</translation>
    </message>
    <message>
        <source>the sound&apos;s delay is restless, or above its least: slightly less is sent</source>
        <translation>die Laufzeit des Tons ist unruhig oder höher als nötig: es wird etwas weniger gesendet</translation>
    </message>
    <message>
        <source>less is sent than may be</source>
        <translation>es wird weniger gesendet, als sein darf</translation>
    </message>
    <message>
        <source>the path carried this: more is tried</source>
        <translation>der Weg trug das: mehr wird versucht</translation>
    </message>
    <message>
        <source>this is what the path carries</source>
        <translation>so viel trägt der Weg</translation>
    </message>
    <message>
        <source>steady for long: more is tried</source>
        <translation>lange gleichmäßig: mehr wird versucht</translation>
    </message>
    <message>
        <source>the queue has drained</source>
        <translation>die Warteschlange ist abgeflossen</translation>
    </message>
    <message>
        <source>a queue stays that is not ours</source>
        <translation>eine Warteschlange bleibt, die nicht unsere ist</translation>
    </message>
    <message>
        <source>the queue drains slowly</source>
        <translation>die Warteschlange fließt langsam ab</translation>
    </message>
    <message>
        <source>the queue has had the time to drain</source>
        <translation>die Warteschlange hatte Zeit, abzufließen</translation>
    </message>
    <message>
        <source>%1: video pauses until the queue has drained</source>
        <translation>%1: Video ruht, bis die Warteschlange abgeflossen ist</translation>
    </message>
    <message>
        <source>video stopped: the path is too narrow for it</source>
        <translation>Video angehalten: der Weg ist dafür zu schmal</translation>
    </message>
    <message>
        <source>video stopped: none of it arrives</source>
        <translation>Video angehalten: nichts davon kommt an</translation>
    </message>
    <message>
        <source>video stopped: it crowds out all others</source>
        <translation>Video angehalten: es verdrängt alle anderen</translation>
    </message>
    <message>
        <source>video stopped: too much of it is lost for a picture</source>
        <translation>Video angehalten: für ein Bild geht zu viel verloren</translation>
    </message>
    <message>
        <source>video stopped: nobody says that it arrives</source>
        <translation>Video angehalten: niemand sagt, dass es ankommt</translation>
    </message>
    <message>
        <source>video is tried again</source>
        <translation>Video wird wieder versucht</translation>
    </message>
    <message>
        <source>mode %1 chosen by the user</source>
        <translation>Modus %1 vom Benutzer gewählt</translation>
    </message>
    <message>
        <source>follows one-way delays; the default</source>
        <translation>folgt den Laufzeiten; der Standard</translation>
    </message>
    <message>
        <source>smaller frames or fewer, by loss and latency (Nee 1997)</source>
        <translation>kleinere oder weniger Bilder, nach Verlust und Verzögerung (Nee 1997)</translation>
    </message>
    <message>
        <source>more or fewer frames of one size, by loss and latency (Nee 1997)</source>
        <translation>mehr oder weniger Bilder einer Größe, nach Verlust und Verzögerung (Nee 1997)</translation>
    </message>
    <message>
        <source>shares the path as TCP does; a buffer in the sender</source>
        <translation>teilt den Weg, wie TCP es tut; ein Puffer im Sender</translation>
    </message>
    <message>
        <source>what TCP would get by its equation, for an interval of some seconds</source>
        <translation>was TCP nach seiner Gleichung bekäme, für je einige Sekunden</translation>
    </message>
    <message>
        <source>spaces packets as TCP would on the whole, but more smoothly</source>
        <translation>setzt Paketabstände im Ganzen wie TCP, aber gleichmäßiger</translation>
    </message>
    <message>
        <source>follows trends of the sound&apos;s one-way delay (Latecki 2004)</source>
        <translation>folgt Trends der Laufzeit des Tons (Latecki 2004)</translation>
    </message>
    <message>
        <source>the point that the user chose, whatever the path does</source>
        <translation>der gewählte Punkt, was der Weg auch tut</translation>
    </message>
    <message>
        <source>%1; the test card stands in until it is there</source>
        <translation>%1; das Testbild springt ein, bis sie da ist</translation>
    </message>
    <message>
        <source>no more video is sent: %1</source>
        <translation>es wird kein Video mehr gesendet: %1</translation>
    </message>
    <message>
        <source>the screen is not shared any more: %1</source>
        <translation>der Bildschirm wird nicht mehr geteilt: %1</translation>
    </message>
    <message>
        <source>pictures are back: %1</source>
        <translation>Bilder sind wieder da: %1</translation>
    </message>
    <message>
        <source>sound is back: %1</source>
        <translation>Ton ist wieder da: %1</translation>
    </message>
    <message>
        <source>the microphone was lost; silence stands in until it is back</source>
        <translation>das Mikrofon ging verloren; es bleibt still, bis es wieder da ist</translation>
    </message>
    <message>
        <source>the loudspeaker was lost; silence stands in until it is back</source>
        <translation>der Lautsprecher ging verloren; es bleibt still, bis er wieder da ist</translation>
    </message>
    <message>
        <source>the video source has come to its end</source>
        <translation>die Videoquelle ist zu Ende</translation>
    </message>
    <message>
        <source>this call was begun without sound; the microphone is for the next one</source>
        <translation>dieser Anruf begann ohne Ton; das Mikrofon gilt für den nächsten</translation>
    </message>
    <message>
        <source>there is no call in which the screen could be shared</source>
        <translation>es gibt keinen Anruf, in dem der Bildschirm geteilt werden könnte</translation>
    </message>
    <message>
        <source>there is no call in which a clip could be played</source>
        <translation>es gibt keinen Anruf, in dem ein Clip gespielt werden könnte</translation>
    </message>
    <message>
        <source>there is no call yet in which a clip could be played</source>
        <translation>es gibt noch keinen Anruf, in dem ein Clip gespielt werden könnte</translation>
    </message>
    <message>
        <source>There is no camera &quot;%1&quot;; plug it in, or choose another source</source>
        <translation>Es gibt keine Kamera &quot;%1&quot;; stecken Sie sie ein, oder wählen Sie eine andere Quelle</translation>
    </message>
    <message>
        <source>Cannot open the camera &quot;%1&quot;: %2; close other programs that use it, or choose another source</source>
        <translation>Die Kamera &quot;%1&quot; lässt sich nicht öffnen: %2; schließen Sie andere Programme, die sie benutzen, oder wählen Sie eine andere Quelle</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a file that is stored; choose another one</source>
        <translation>&quot;%1&quot; ist keine gespeicherte Datei; wählen Sie eine andere</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is empty; choose another file</source>
        <translation>&quot;%1&quot; ist leer; wählen Sie eine andere Datei</translation>
    </message>
    <message>
        <source>Settings: %1. What makes no sense in it does not count; the old file is kept as %2.</source>
        <translation>Einstellungen: %1. Was darin keinen Sinn ergibt, zählt nicht; die alte Datei bleibt erhalten als %2.</translation>
    </message>
    <message>
        <source>Settings: %1. It cannot be moved aside (%2), so changes are not kept; mend or remove the file.</source>
        <translation>Einstellungen: %1. Die Datei lässt sich nicht zur Seite legen (%2), Änderungen bleiben daher nicht erhalten; berichtigen oder entfernen Sie sie.</translation>
    </message>
    <message>
        <source>cannot make the folder for session logs %1: %2; choose another one in the settings</source>
        <translation>der Ordner für Protokolle %1 lässt sich nicht anlegen: %2; wählen Sie in den Einstellungen einen anderen</translation>
    </message>
    <message>
        <source>the session log %1 cannot be written any more: make room, or choose another folder in the settings</source>
        <translation>das Protokoll %1 lässt sich nicht weiter schreiben: schaffen Sie Platz, oder wählen Sie in den Einstellungen einen anderen Ordner</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>kein Platz mehr auf dem Datenträger</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>keine Erlaubnis</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>das Dateisystem ist schreibgeschützt</translation>
    </message>
    <message>
        <source>there is a file of that name</source>
        <translation>es gibt eine Datei dieses Namens</translation>
    </message>
    <message>
        <source>microphone: %1, loudspeaker: %2</source>
        <translation>Mikrofon: %1, Lautsprecher: %2</translation>
    </message>
    <message>
        <source>camera off</source>
        <translation>Kamera aus</translation>
    </message>
    <message>
        <source>test card %1, %2 frames/s</source>
        <translation>Testbild %1, %2 Bilder/s</translation>
    </message>
    <message>
        <source>test voice</source>
        <translation>Teststimme</translation>
    </message>
    <message>
        <source>silence</source>
        <translation>Stille</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keiner</translation>
    </message>
    <message>
        <source>%1; silence stands in until it is there</source>
        <translation>%1; Stille springt ein, bis es da ist</translation>
    </message>
    <message>
        <source>this call is not recorded: %1</source>
        <translation>dieser Anruf wird nicht aufgezeichnet: %1</translation>
    </message>
    <message>
        <source>%1 port %2 is in use: choose another port, or end the program that uses it</source>
        <translation>Der %1-Port %2 ist belegt: Wählen Sie einen anderen Port oder beenden Sie das Programm, das ihn benutzt</translation>
    </message>
    <message>
        <source>%1 port %2 is reserved for the system: choose a port from 1024 on</source>
        <translation>Der %1-Port %2 ist dem System vorbehalten: Wählen Sie einen Port ab 1024</translation>
    </message>
    <message>
        <source>below this there is no queue, and more is tried</source>
        <translation>darunter gibt es keine Warteschlange, und es wird mehr versucht</translation>
    </message>
    <message>
        <source>above this the path is full: the rate falls, and the queue is drained</source>
        <translation>darüber ist der Weg voll: Die Rate sinkt, und die Warteschlange wird geleert</translation>
    </message>
    <message>
        <source>factor on what arrives when the path is full</source>
        <translation>Faktor auf das, was ankommt, wenn der Weg voll ist</translation>
    </message>
    <message>
        <source>in which a queue is to be drained</source>
        <translation>in der eine Warteschlange geleert werden soll</translation>
    </message>
    <message>
        <source>of the rate, while a queue is drained</source>
        <translation>der Rate, solange eine Warteschlange geleert wird</translation>
    </message>
    <message>
        <source>in which the rate doubles at the start</source>
        <translation>in denen sich die Rate am Anfang verdoppelt</translation>
    </message>
    <message>
        <source>by which a rate grows when the path has become faster</source>
        <translation>um die eine Rate wächst, wenn der Weg schneller geworden ist</translation>
    </message>
    <message>
        <source>for which cross traffic has filled the queue although the call sent less; also the time constant of its share</source>
        <translation>so lange hat anderer Verkehr die Warteschlange gefüllt, obwohl der Anruf weniger sandte; auch die Zeitkonstante seines Anteils</translation>
    </message>
    <message>
        <source>share of lost packets from which on loss lowers the rate even if it shows no capacity</source>
        <translation>Anteil verlorener Pakete, von dem an Verlust die Rate auch dann senkt, wenn er keine Kapazität zeigt</translation>
    </message>
    <message>
        <source>of silence, beside two round trips, that lowers the rate</source>
        <translation>Stille, zusätzlich zu zwei Umläufen, die die Rate senkt</translation>
    </message>
    <message>
        <source>the time that one report is about (Nee 1997, 3.1)</source>
        <translation>die Zeit, von der ein Bericht handelt (Nee 1997, 3.1)</translation>
    </message>
    <message>
        <source>more than these lost in a report are congestion (Nee 1997, 3.1)</source>
        <translation>gehen in einem Bericht mehr verloren, ist es Überlast (Nee 1997, 3.1)</translation>
    </message>
    <message>
        <source>times the mean round trip before: more is congestion (Nee 1997, 3.1)</source>
        <translation>mal die mittlere Umlaufzeit davor: mehr ist Überlast (Nee 1997, 3.1)</translation>
    </message>
    <message>
        <source>before, that the mean is taken of (Nee 1997, 3.1)</source>
        <translation>davor, aus denen das Mittel gebildet wird (Nee 1997, 3.1)</translation>
    </message>
    <message>
        <source>a round trip that grew by less tells of hosts, not of queues; the paper, on a path of 20 hops, has none</source>
        <translation>wuchs die Umlaufzeit um weniger, liegt es an den Rechnern und nicht an Warteschlangen; die Arbeit, auf einem Weg mit 20 Stationen, kennt das nicht</translation>
    </message>
    <message>
        <source>in a row are relief (Nee 1997, 3.1)</source>
        <translation>hintereinander sind Entlastung (Nee 1997, 3.1)</translation>
    </message>
    <message>
        <source>in a row without any feedback are congestion; the paper does not say</source>
        <translation>hintereinander ohne Rückmeldung sind Überlast; die Arbeit sagt dazu nichts</translation>
    </message>
    <message>
        <source>of a frame: medium, one packet and a half (Nee 1997, 3)</source>
        <translation>je Bild: mittel, anderthalb Pakete (Nee 1997, 3)</translation>
    </message>
    <message>
        <source>below it pictures come too late (Nee 1997, 3.1)</source>
        <translation>darunter kommen Bilder zu spät (Nee 1997, 3.1)</translation>
    </message>
    <message>
        <source>round trips</source>
        <translation>Umläufe</translation>
    </message>
    <message>
        <source>reports</source>
        <translation>Berichte</translation>
    </message>
    <message>
        <source>packets</source>
        <translation>Pakete</translation>
    </message>
    <message>
        <source>half packets</source>
        <translation>halbe Pakete</translation>
    </message>
    <message>
        <source>frames/s</source>
        <translation>Bilder/s</translation>
    </message>
    <message>
        <source>1: the paper&apos;s small, medium and large frames alone (Nee 1997, figure 2)</source>
        <translation>1: nur die kleinen, mittleren und großen Bilder der Arbeit (Nee 1997, Abbildung 2)</translation>
    </message>
    <message>
        <source>a small packet waits at most for others (Nee 1997, 3.2)</source>
        <translation>so lange wartet ein kleines Paket höchstens auf andere (Nee 1997, 3.2)</translation>
    </message>
    <message>
        <source>where a call begins: 0 bit-rate, which costs no frames; 1 packet-rate</source>
        <translation>womit ein Anruf beginnt: 0 Bitrate, was keine Bilder kostet; 1 Paketrate</translation>
    </message>
    <message>
        <source>of congestion in a row after which a dimension is given up; the paper does not say</source>
        <translation>mit Überlast hintereinander, nach denen eine Dimension aufgegeben wird; die Arbeit sagt dazu nichts</translation>
    </message>
    <message>
        <source>that congestion begins, after which the first dimension has its turn again: fewer packets are fewer bits too, and so seem to help whatever the trouble is; the paper does not say</source>
        <translation>so oft beginnt Überlast, bis die erste Dimension wieder an der Reihe ist: weniger Pakete sind auch weniger Bits und scheinen daher immer zu helfen, was auch die Ursache ist; die Arbeit sagt dazu nichts</translation>
    </message>
    <message>
        <source>share of the rate by which a step in bit-rate lowers it at the least</source>
        <translation>Anteil der Rate, um den ein Schritt der Bitrate sie mindestens senkt</translation>
    </message>
    <message>
        <source>share by which packet rates differ that count as the same</source>
        <translation>Anteil, um den sich Paketraten unterscheiden dürfen, die als gleich gelten</translation>
    </message>
    <message>
        <source>a0, how fast the send buffer comes to b_d; 0.005 for a stored clip</source>
        <translation>a0: wie schnell sich der Sendepuffer b_d nähert; 0.005 für einen gespeicherten Clip</translation>
    </message>
    <message>
        <source>a1, how fast it is kept from growing; 0.1 for a stored clip</source>
        <translation>a1: wie schnell sein Wachstum gebremst wird; 0.1 für einen gespeicherten Clip</translation>
    </message>
    <message>
        <source>the send buffer, in time of media; 8 s for a stored clip</source>
        <translation>der Sendepuffer, als Spielzeit; 8 s für einen gespeicherten Clip</translation>
    </message>
    <message>
        <source>what is desired of it; 0.25 for a stored clip, in a call half of that: 50 ms</source>
        <translation>der Teil davon, der gefüllt sein soll; 0.25 für einen gespeicherten Clip, im Anruf die Hälfte: 50 ms</translation>
    </message>
    <message>
        <source>in which the buffer is averaged and the rate set; 1 s for a stored clip</source>
        <translation>in der der Puffer gemittelt und die Rate gesetzt wird; 1 s für einen gespeicherten Clip</translation>
    </message>
    <message>
        <source>R, in whose time the buffer is measured; all of it may be filled. 0: a live call, whose rate is R</source>
        <translation>R, in deren Zeit der Puffer gemessen wird; er darf ganz gefüllt werden. 0: ein Anruf, dessen Rate R ist</translation>
    </message>
    <message>
        <source>by which the window grows; 0: a full packet of the call</source>
        <translation>um die das Fenster wächst; 0: ein volles Paket des Anrufs</translation>
    </message>
    <message>
        <source>RFC 6928; 1 in the paper</source>
        <translation>RFC 6928; in der Arbeit 1</translation>
    </message>
    <message>
        <source>least time beyond a round trip without news; as in Linux</source>
        <translation>kürzeste Frist ohne Nachricht, über einen Umlauf hinaus; wie in Linux</translation>
    </message>
    <message>
        <source>without loss the rate 0: doubles (plain, eq. 4), 1: grows as TCP&apos;s window (AI, eq. 6), which is the paper&apos;s best; 2: loss is smoothed instead (SP, eq. 7)</source>
        <translation>ohne Verlust 0: verdoppelt sich die Rate (einfach, Gl. 4), 1: wächst sie wie das Fenster von TCP (AI, Gl. 6), in der Arbeit am besten; 2: stattdessen wird der Verlust geglättet (SP, Gl. 7)</translation>
    </message>
    <message>
        <source>of a control interval; 32 is the paper&apos;s best trade</source>
        <translation>je Regelabschnitt; 32 ist in der Arbeit der beste Mittelweg</translation>
    </message>
    <message>
        <source>the interval is whole GoPs; 1.001: the paper&apos;s 30 pictures at 29.97 a second; 0: need not be</source>
        <translation>der Abschnitt besteht aus ganzen GoPs; 1.001: die 30 Bilder der Arbeit zu 29.97 je Sekunde; 0: muss er nicht</translation>
    </message>
    <message>
        <source>however long the round trip: the paper has no such limit, and says itself that a long interval cannot catch up; it takes round trips above 450 ms to matter</source>
        <translation>wie lang der Umlauf auch ist: die Arbeit hat diese Grenze nicht und sagt selbst, dass ein langer Abschnitt nicht nachkommt; sie wirkt erst bei Umläufen über 450 ms</translation>
    </message>
    <message>
        <source>MTU of the equation, of TCP&apos;s packets; the paper&apos;s</source>
        <translation>MTU der Gleichung, also der Pakete von TCP; der Wert der Arbeit</translation>
    </message>
    <message>
        <source>of the rate over what was sent in the interval: what was not tried is not known (as RFC 5348, 4.3); the paper has no such limit</source>
        <translation>das höchste Verhältnis der Rate zu dem, was im Abschnitt gesendet wurde: was nicht versucht wurde, ist nicht bekannt (wie RFC 5348, 4.3); die Arbeit hat diese Grenze nicht</translation>
    </message>
    <message>
        <source>p is 0: the share of lost packets, as in the paper; 1: of loss events, all within a round trip being one (RFC 5348, 5.2)</source>
        <translation>p ist 0: der Anteil verlorener Pakete, wie in der Arbeit; 1: der Anteil von Verlustereignissen, wobei alle innerhalb eines Umlaufs als eines zählen (RFC 5348, 5.2)</translation>
    </message>
    <message>
        <source>of the newest interval in SP; as printed; swapped it is 0.875</source>
        <translation>Gewicht des neuesten Abschnitts in SP; wie gedruckt; vertauscht ist es 0.875</translation>
    </message>
    <message>
        <source>least of 4 deviations in T0, as Linux&apos;s TCP has it</source>
        <translation>kleinster Wert der 4 Abweichungen in T0, wie ihn das TCP von Linux hat</translation>
    </message>
    <message>
        <source>of sending at the rate that may leave early: a key frame, not the whole interval&apos;s budget at its start</source>
        <translation>Sendezeit der Rate, die vorab hinausgehen darf: ein Schlüsselbild, nicht der Vorrat des ganzen Abschnitts an seinem Anfang</translation>
    </message>
    <message>
        <source>of silence, or four round trips if longer, after which the rate is halved</source>
        <translation>Stille, oder vier Umläufe, wenn das länger ist, nach der die Rate halbiert wird</translation>
    </message>
    <message>
        <source>more in flight each round trip; 0.2 as TCP-friendly as TCP&apos;s 1 and 0.5</source>
        <translation>mehr unterwegs mit jedem Umlauf; 0.2 ist so TCP-freundlich wie 1 und 0.5 bei TCP</translation>
    </message>
    <message>
        <source>factor on the rate at congestion; the paper&apos;s, for small oscillations</source>
        <translation>Faktor auf die Rate bei Überlast; der Wert der Arbeit, für kleine Schwankungen</translation>
    </message>
    <message>
        <source>weight of the past in the smoothed round trip (STO); the paper&apos;s</source>
        <translation>Gewicht der Vergangenheit im geglätteten Umlauf (STO); der Wert der Arbeit</translation>
    </message>
    <message>
        <source>of silence that are congestion; STO itself is only a mean round trip</source>
        <translation>Stille, die als Überlast gelten; STO selbst ist nur ein mittlerer Umlauf</translation>
    </message>
    <message>
        <source>silence beside the time-out: reports come each 20 to 100 ms</source>
        <translation>Stille zusätzlich zur Frist: Berichte kommen alle 20 bis 100 ms</translation>
    </message>
    <message>
        <source>that overtake one before it is lost; RFC 5681&apos;s 3, the paper&apos;s 1</source>
        <translation>die ein anderes überholen, bis es als verloren gilt; 3 in RFC 5681, 1 in der Arbeit</translation>
    </message>
    <message>
        <source>that make a round trip, at least: TCP with fewer in flight waits for time-outs; the paper 1</source>
        <translation>die mindestens einen Umlauf ausmachen: mit weniger unterwegs wartet TCP auf Fristen; in der Arbeit 1</translation>
    </message>
    <message>
        <source>on the wire, of the packets that the gap is for; the paper&apos;s</source>
        <translation>auf der Leitung, der Pakete, für die der Abstand gilt; der Wert der Arbeit</translation>
    </message>
    <message>
        <source>of what may leave is produced, so that the sender&apos;s queue runs empty</source>
        <translation>Anteil dessen, was hinausgehen darf, der erzeugt wird, damit die Warteschlange des Senders leerläuft</translation>
    </message>
    <message>
        <source>shortest window of a trend (the paper&apos;s)</source>
        <translation>kürzestes Fenster eines Trends (wie in der Arbeit)</translation>
    </message>
    <message>
        <source>second window (the paper&apos;s)</source>
        <translation>zweites Fenster (wie in der Arbeit)</translation>
    </message>
    <message>
        <source>longest window (the paper&apos;s): for small excess, and for TCP</source>
        <translation>längstes Fenster (wie in der Arbeit): für kleinen Überschuss und für TCP</translation>
    </message>
    <message>
        <source>L_PCT: below it there is no trend (the paper&apos;s)</source>
        <translation>L_PCT: darunter gibt es keinen Trend (wie in der Arbeit)</translation>
    </message>
    <message>
        <source>U_PCT: above it there is one (the paper&apos;s)</source>
        <translation>U_PCT: darüber gibt es einen (wie in der Arbeit)</translation>
    </message>
    <message>
        <source>L_PDT (the paper&apos;s)</source>
        <translation>L_PDT (wie in der Arbeit)</translation>
    </message>
    <message>
        <source>U_PDT (the paper&apos;s)</source>
        <translation>U_PDT (wie in der Arbeit)</translation>
    </message>
    <message>
        <source>least difference of medians that counts; 2 for wireless paths</source>
        <translation>kleinster Unterschied der Mediane, der zählt; 2 für Funkstrecken</translation>
    </message>
    <message>
        <source>standard errors that a difference exceeds as well: jitter makes no alarms; 0: as in the paper</source>
        <translation>Standardfehler, die ein Unterschied ebenfalls übersteigt: Schwankungen lösen keinen Alarm aus; 0: wie in der Arbeit</translation>
    </message>
    <message>
        <source>queue without which there is no trend: a packet or two before the sound</source>
        <translation>Warteschlange, ohne die es keinen Trend gibt: ein oder zwei Pakete vor dem Ton</translation>
    </message>
    <message>
        <source>standing queue that is congestion without a trend</source>
        <translation>stehende Warteschlange, die auch ohne Trend Überlast ist</translation>
    </message>
    <message>
        <source>how long the least delay is remembered: routes change</source>
        <translation>so lange gilt die kleinste Laufzeit: Wege ändern sich</translation>
    </message>
    <message>
        <source>by which the clocks may drift apart: 100 each is common</source>
        <translation>um die die Uhren auseinanderlaufen dürfen: 100 je Uhr sind üblich</translation>
    </message>
    <message>
        <source>of R_max: closer to R_min than this, the search is over</source>
        <translation>Anteil von R_max: liegt es näher an R_min, ist die Suche zu Ende</translation>
    </message>
    <message>
        <source>by which a rate grows at the start while there is no R_max: 1 doubles</source>
        <translation>um diesen Teil wächst eine Rate am Anfang, solange es kein R_max gibt: 1 verdoppelt</translation>
    </message>
    <message>
        <source>the same of the first rate tried later: the queue it makes is small</source>
        <translation>dasselbe für die erste Rate, die später versucht wird: ihre Warteschlange ist klein</translation>
    </message>
    <message>
        <source>of what arrived is tried after a failure at least; 0: as in the paper</source>
        <translation>Anteil dessen, was ankam, der nach einem Fehlschlag mindestens versucht wird; 0: wie in der Arbeit</translation>
    </message>
    <message>
        <source>of a rate has to be sent for it to count as carried</source>
        <translation>Anteil einer Rate, der gesendet sein muss, damit sie als getragen gilt</translation>
    </message>
    <message>
        <source>of ambiguous phases that is slight congestion, or steady without a queue: the longest window&apos;s time</source>
        <translation>mit unklaren Phasen, die als leichte Überlast gelten, oder ohne Warteschlange als ruhig: die Zeit des längsten Fensters</translation>
    </message>
    <message>
        <source>factor on the rate at slight congestion</source>
        <translation>Faktor auf die Rate bei leichter Überlast</translation>
    </message>
    <message>
        <source>after which R_max is dropped and a higher rate tried</source>
        <translation>nach denen R_max verworfen und eine höhere Rate versucht wird</translation>
    </message>
    <message>
        <source>to which steady_time doubles while higher rates fail: each failure is a break</source>
        <translation>bis zu denen sich steady_time verdoppelt, solange höhere Raten scheitern: jedes Scheitern ist eine Unterbrechung</translation>
    </message>
    <message>
        <source>longest break of video: beyond it the queue is hardly ours</source>
        <translation>längste Pause des Videos: danach ist die Warteschlange kaum noch unsere</translation>
    </message>
    <message>
        <source>share of lost packets that is congestion without any queue</source>
        <translation>Anteil verlorener Pakete, der auch ohne Warteschlange Überlast ist</translation>
    </message>
    <message>
        <source>times</source>
        <translation>Mal</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>Byte</translation>
    </message>
    <message>
        <source>segments</source>
        <translation>Segmente</translation>
    </message>
    <message>
        <source>There is no camera; plug one in, or choose the test card, the screen or a file</source>
        <translation>Es gibt keine Kamera; stecken Sie eine ein, oder wählen Sie das Testbild, den Bildschirm oder eine Datei</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a camera; write camera:0 for /dev/video0</source>
        <translation>&quot;%1&quot; ist keine Kamera; schreiben Sie camera:0 für /dev/video0</translation>
    </message>
    <message>
        <source>it has no pictures</source>
        <translation>sie hat keine Bilder</translation>
    </message>
    <message>
        <source>its coding is unknown</source>
        <translation>ihre Codierung ist unbekannt</translation>
    </message>
    <message>
        <source>The camera %1 has gone away: %2; plug it in again or choose another source</source>
        <translation>Die Kamera %1 ist nicht mehr da: %2; stecken Sie sie wieder ein, oder wählen Sie eine andere Quelle</translation>
    </message>
    <message>
        <source>The screen %1 has gone away: %2; plug it in again or choose another source</source>
        <translation>Der Bildschirm %1 ist nicht mehr da: %2; schließen Sie ihn wieder an, oder wählen Sie eine andere Quelle</translation>
    </message>
    <message>
        <source>Cannot share the X11 display &quot;%1&quot;: %2</source>
        <translation>Der X11-Bildschirm &quot;%1&quot; lässt sich nicht teilen: %2</translation>
    </message>
    <message>
        <source>This computer&apos;s libavdevice lacks &quot;%1&quot;; install the full libavdevice</source>
        <translation>Der libavdevice dieses Rechners fehlt &quot;%1&quot;; installieren Sie die vollständige libavdevice</translation>
    </message>
    <message>
        <source>this call was begun without pictures; the camera is for the next one</source>
        <translation>dieser Anruf begann ohne Bild; die Kamera gilt für den nächsten</translation>
    </message>
    <message>
        <source>the screen is shared in a call that sends video; begin the call with a camera or the test card</source>
        <translation>der Bildschirm wird in einem Anruf geteilt, der Video sendet; beginnen Sie den Anruf mit einer Kamera oder dem Testbild</translation>
    </message>
    <message>
        <source>There is no microphone on this computer; choose &quot;voice&quot;, &quot;none&quot; or a sound file instead</source>
        <translation>An diesem Rechner gibt es kein Mikrofon; wählen Sie stattdessen &quot;voice&quot;, &quot;none&quot; oder eine Tondatei</translation>
    </message>
    <message>
        <source>There is no loudspeaker on this computer; choose &quot;none&quot; or a .wav file instead</source>
        <translation>An diesem Rechner gibt es keinen Lautsprecher; wählen Sie stattdessen &quot;none&quot; oder eine .wav-Datei</translation>
    </message>
    <message>
        <source>There is no microphone &quot;%1&quot;; choose &quot;voice&quot;, &quot;none&quot; or a sound file, or one of %2</source>
        <translation>Es gibt kein Mikrofon &quot;%1&quot;; wählen Sie &quot;voice&quot;, &quot;none&quot; oder eine Tondatei, oder eines von %2</translation>
    </message>
    <message>
        <source>There is no loudspeaker &quot;%1&quot;; choose &quot;none&quot; or a .wav file, or one of %2</source>
        <translation>Es gibt keinen Lautsprecher &quot;%1&quot;; wählen Sie &quot;none&quot; oder eine .wav-Datei, oder einen von %2</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a tone; write its frequency in Hz, 20 to 20000, as in &quot;tone:440&quot;</source>
        <translation>&quot;%1&quot; ist kein Ton; schreiben Sie seine Frequenz in Hz, 20 bis 20000, wie in &quot;tone:440&quot;</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no place for sound; give it a name that ends in .wav</source>
        <translation>&quot;%1&quot; ist kein Ort für Ton; geben Sie einen Namen an, der auf .wav endet</translation>
    </message>
    <message>
        <source>Cannot write the sound file &quot;%1&quot;; check that its folder exists and may be written to</source>
        <translation>Die Tondatei &quot;%1&quot; lässt sich nicht schreiben; prüfen Sie, ob es ihren Ordner gibt und Sie darin schreiben dürfen</translation>
    </message>
    <message>
        <source>Stopped writing the sound file &quot;%1&quot;: %2</source>
        <translation>Die Tondatei &quot;%1&quot; wird nicht weiter geschrieben: %2</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is a folder, not a video; give the path of a file in it</source>
        <translation>&quot;%1&quot; ist ein Ordner, kein Video; geben Sie den Pfad einer Datei darin an</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is a folder, not a sound file; give the path of a file in it</source>
        <translation>&quot;%1&quot; ist ein Ordner, keine Tondatei; geben Sie den Pfad einer Datei darin an</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a video that can be read; choose another file</source>
        <translation>&quot;%1&quot; ist kein Video, das sich lesen lässt; wählen Sie eine andere Datei</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a sound file that can be read; choose another file</source>
        <translation>&quot;%1&quot; ist keine Tondatei, die sich lesen lässt; wählen Sie eine andere Datei</translation>
    </message>
    <message>
        <source>Opening &quot;%1&quot; took too long; check the address or choose another file</source>
        <translation>Das Öffnen von &quot;%1&quot; hat zu lange gedauert; prüfen Sie die Adresse, oder wählen Sie eine andere Datei</translation>
    </message>
    <message>
        <source>Cannot open &quot;%1&quot;: %2; check the name or choose another file</source>
        <translation>&quot;%1&quot; lässt sich nicht öffnen: %2; prüfen Sie den Namen, oder wählen Sie eine andere Datei</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is coded in a way that this computer cannot decode; convert it with ffmpeg first</source>
        <translation>&quot;%1&quot; ist so codiert, dass dieser Rechner es nicht decodieren kann; wandeln Sie es erst mit ffmpeg um</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has no video in it; choose another file</source>
        <translation>&quot;%1&quot; enthält kein Video; wählen Sie eine andere Datei</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has no sound in it; choose another file</source>
        <translation>&quot;%1&quot; enthält keinen Ton; wählen Sie eine andere Datei</translation>
    </message>
    <message>
        <source>No picture in &quot;%1&quot; can be decoded; choose another file</source>
        <translation>In &quot;%1&quot; lässt sich kein Bild decodieren; wählen Sie eine andere Datei</translation>
    </message>
    <message>
        <source>No sound in &quot;%1&quot; can be decoded; choose another file</source>
        <translation>In &quot;%1&quot; lässt sich kein Ton decodieren; wählen Sie eine andere Datei</translation>
    </message>
    <message>
        <source>&quot;%1&quot; cannot be played again from its start; choose another file</source>
        <translation>&quot;%1&quot; lässt sich nicht noch einmal von vorn abspielen; wählen Sie eine andere Datei</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is %2 video, not MPEG-1 or MPEG-2; convert it with &quot;ffmpeg -i FILE -c:v mpeg2video -q:v 3 FILE.mpg&quot; first</source>
        <translation>&quot;%1&quot; ist %2-Video, nicht MPEG-1 oder MPEG-2; wandeln Sie es erst um: &quot;ffmpeg -i DATEI -c:v mpeg2video -q:v 3 DATEI.mpg&quot;</translation>
    </message>
    <message>
        <source>&quot;%1&quot; breaks off before its first whole picture; choose another file</source>
        <translation>&quot;%1&quot; bricht vor dem ersten ganzen Bild ab; wählen Sie eine andere Datei</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has D pictures, made for fast search alone, which players cannot show; choose another file</source>
        <translation>&quot;%1&quot; besteht aus D-Bildern, die nur der schnellen Suche dienen und sich nicht abspielen lassen; wählen Sie eine andere Datei</translation>
    </message>
    <message>
        <source>Reading &quot;%1&quot; failed: %2; check the disk or choose another file</source>
        <translation>Das Lesen von &quot;%1&quot; ist gescheitert: %2; prüfen Sie den Datenträger, oder wählen Sie eine andere Datei</translation>
    </message>
    <message>
        <source>cannot read the session log %1: %2</source>
        <translation>das Protokoll %1 lässt sich nicht lesen: %2</translation>
    </message>
    <message>
        <source>%1 is a folder; give the path of a session log in it</source>
        <translation>%1 ist ein Ordner; geben Sie den Pfad eines Protokolls darin an</translation>
    </message>
    <message>
        <source>%1 is no file; give the path of a session log</source>
        <translation>%1 ist keine Datei; geben Sie den Pfad eines Protokolls an</translation>
    </message>
    <message>
        <source>%1 is too large for a session log</source>
        <translation>%1 ist zu groß für ein Protokoll</translation>
    </message>
    <message>
        <source>%1 is the session log itself; choose another file</source>
        <translation>%1 ist das Protokoll selbst; wählen Sie eine andere Datei</translation>
    </message>
    <message>
        <source>%1: the format is named by the suffix: .jsonl, .csv or .html</source>
        <translation>%1: die Endung bestimmt das Format: .jsonl, .csv oder .html</translation>
    </message>
    <message>
        <source>cannot delete %1: %2</source>
        <translation>%1 lässt sich nicht löschen: %2</translation>
    </message>
    <message>
        <source>the log is empty</source>
        <translation>das Protokoll ist leer</translation>
    </message>
    <message>
        <source>line 1 is not the header of a session log</source>
        <translation>Zeile 1 ist nicht der Kopf eines Protokolls</translation>
    </message>
    <message>
        <source>line 1: the log has version %1, this program reads up to %2</source>
        <translation>Zeile 1: das Protokoll hat Version %1, dieses Programm liest bis %2</translation>
    </message>
    <message>
        <source>line %1 is broken: %2</source>
        <translation>Zeile %1 ist beschädigt: %2</translation>
    </message>
    <message>
        <source>longer than %1 bytes</source>
        <translation>länger als %1 Byte</translation>
    </message>
    <message>
        <source>too deep, or with a number that is out of range</source>
        <translation>zu tief geschachtelt, oder mit einer Zahl außerhalb des Bereichs</translation>
    </message>
    <message>
        <source>not valid JSON at column %1</source>
        <translation>kein gültiges JSON in Spalte %1</translation>
    </message>
    <message>
        <source>not a JSON object</source>
        <translation>kein JSON-Objekt</translation>
    </message>
    <message>
        <source>&quot;time&quot; is not between 0 and 1e9 s</source>
        <translation>&quot;time&quot; liegt nicht zwischen 0 und 1e9 s</translation>
    </message>
    <message>
        <source>%1 is not an integer of its range</source>
        <translation>%1 ist keine ganze Zahl im erlaubten Bereich</translation>
    </message>
    <message>
        <source>%1 is not an array of pairs</source>
        <translation>%1 ist keine Liste von Paaren</translation>
    </message>
    <message>
        <source>%1 is not an array</source>
        <translation>%1 ist keine Liste</translation>
    </message>
    <message>
        <source>%1 is not an object</source>
        <translation>%1 ist kein Objekt</translation>
    </message>
    <message>
        <source>%1 is not a text</source>
        <translation>%1 ist kein Text</translation>
    </message>
    <message>
        <source>%1 is not a number</source>
        <translation>%1 ist keine Zahl</translation>
    </message>
    <message>
        <source>%1 is missing</source>
        <translation>%1 fehlt</translation>
    </message>
    <message>
        <source>unknown type &quot;%1&quot;</source>
        <translation>unbekannte Art &quot;%1&quot;</translation>
    </message>
    <message>
        <source>cannot read %1: %2</source>
        <translation>%1 lässt sich nicht lesen: %2</translation>
    </message>
    <message>
        <source>%1 is longer than settings ever are (1 MB)</source>
        <translation>%1 ist länger, als Einstellungen je sind (1 MB)</translation>
    </message>
    <message>
        <source>it is no JSON object</source>
        <translation>es ist kein JSON-Objekt</translation>
    </message>
    <message>
        <source>nested too deeply: expected at most 64 levels</source>
        <translation>zu tief geschachtelt: höchstens 64 Ebenen werden erwartet</translation>
    </message>
    <message>
        <source>not JSON: parse error at line %1, column %2: %3</source>
        <translation>kein JSON: Fehler in Zeile %1, Spalte %2: %3</translation>
    </message>
    <message>
        <source>%1: expected %2</source>
        <translation>%1: erwartet wird %2</translation>
    </message>
    <message>
        <source>a time, as in %1, from %2 to %3</source>
        <translation>eine Zeit wie %1 von %2 bis %3</translation>
    </message>
    <message>
        <source>a rate, as in %1, from %2 to %3</source>
        <translation>eine Rate wie %1 von %2 bis %3</translation>
    </message>
    <message>
        <source>a size, as in %1, from %2 to %3</source>
        <translation>eine Größe wie %1 von %2 bis %3</translation>
    </message>
    <message>
        <source>a number from %1 to %2</source>
        <translation>eine Zahl von %1 bis %2</translation>
    </message>
    <message>
        <source>a whole number from %1 to %2</source>
        <translation>eine ganze Zahl von %1 bis %2</translation>
    </message>
    <message>
        <source>a line of 1 to %1 bytes</source>
        <translation>eine Zeile von 1 bis %1 Byte</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true oder false</translation>
    </message>
    <message>
        <source>one of %1</source>
        <translation>eines von %1</translation>
    </message>
    <message>
        <source>no more than max_rate</source>
        <translation>höchstens max_rate</translation>
    </message>
    <message>
        <source>an object { ... }</source>
        <translation>ein Objekt { ... }</translation>
    </message>
    <message>
        <source>an array [ ... ]</source>
        <translation>eine Liste [ ... ]</translation>
    </message>
    <message>
        <source>%1 has more than %2 elements</source>
        <translation>%1 hat mehr als %2 Elemente</translation>
    </message>
    <message>
        <source>it is not a file</source>
        <translation>es ist keine Datei</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not an address: write host, host:port or [IPv6]:port, with a port from 1 to 65535</source>
        <translation>&quot;%1&quot; ist keine Adresse: schreiben Sie Rechner, Rechner:Port oder [IPv6]:Port, mit einem Port von 1 bis 65535</translation>
    </message>
    <message>
        <source>the name &quot;%1&quot; cannot be looked up now: check the network and try again</source>
        <translation>der Name &quot;%1&quot; lässt sich gerade nicht nachschlagen: prüfen Sie das Netz, und versuchen Sie es noch einmal</translation>
    </message>
    <message>
        <source>the name &quot;%1&quot; is not known: check its spelling, or use the address</source>
        <translation>der Name &quot;%1&quot; ist nicht bekannt: prüfen Sie die Schreibweise, oder nehmen Sie die Adresse</translation>
    </message>
    <message>
        <source>is not a link of Counterpoint</source>
        <translation>ist kein Link von Counterpoint</translation>
    </message>
    <message>
        <source>is longer than %1 characters</source>
        <translation>ist länger als %1 Zeichen</translation>
    </message>
    <message>
        <source>has a % without two hexadecimal digits</source>
        <translation>hat ein % ohne zwei hexadezimale Ziffern</translation>
    </message>
    <message>
        <source>has a [ without ]</source>
        <translation>hat ein [ ohne ]</translation>
    </message>
    <message>
        <source>has no port from 1 to 65535 after its host</source>
        <translation>hat nach dem Rechner keinen Port von 1 bis 65535</translation>
    </message>
    <message>
        <source>is not a valid address or link</source>
        <translation>ist keine gültige Adresse und kein gültiger Link</translation>
    </message>
    <message>
        <source>names no host</source>
        <translation>nennt keinen Rechner</translation>
    </message>
    <message>
        <source>cannot reach %1, %2</source>
        <translation>%1 ist nicht zu erreichen; %2</translation>
    </message>
    <message>
        <source>nothing is listening there: check address and port, or ask the peer</source>
        <translation>dort nimmt nichts Anrufe an: prüfen Sie Adresse und Port, oder fragen Sie das Gegenüber</translation>
    </message>
    <message>
        <source>there is no route to it: check the network and the address</source>
        <translation>es gibt keine Route dorthin: prüfen Sie das Netz und die Adresse</translation>
    </message>
    <message>
        <source>it does not answer: check that it is on and that no firewall is between</source>
        <translation>es kommt keine Antwort: prüfen Sie, ob der Rechner läuft und keine Firewall dazwischen ist</translation>
    </message>
    <message>
        <source>%1: check the address</source>
        <translation>%1: prüfen Sie die Adresse</translation>
    </message>
    <message>
        <source>%1 does not read what it is told</source>
        <translation>%1 liest nicht, was ihm gesagt wird</translation>
    </message>
    <message>
        <source>%1 has closed the connection</source>
        <translation>%1 hat die Verbindung geschlossen</translation>
    </message>
    <message>
        <source>the connection to %1 is lost (%2)</source>
        <translation>die Verbindung zu %1 ist verloren (%2)</translation>
    </message>
    <message>
        <source>%1 port %2 cannot be used: the address is not one of this host</source>
        <translation>Der %1-Port %2 lässt sich nicht benutzen: Die Adresse gehört nicht zu diesem Rechner</translation>
    </message>
    <message>
        <source>%1 port %2 cannot be used (%3)</source>
        <translation>Der %1-Port %2 lässt sich nicht benutzen (%3)</translation>
    </message>
    <message>
        <source>another call is going on</source>
        <translation>ein anderer Anruf läuft</translation>
    </message>
    <message>
        <source>the peer speaks another version of the signalling protocol than %1: update the older of both programs</source>
        <translation>das Gegenüber spricht eine andere Version der Signalisierung als %1: aktualisieren Sie das ältere der beiden Programme</translation>
    </message>
    <message>
        <source>the peer&apos;s signalling is broken: %1</source>
        <translation>die Signalisierung des Gegenübers ist fehlerhaft: %1</translation>
    </message>
    <message>
        <source>it is not this program&apos;s protocol</source>
        <translation>es ist nicht das Protokoll dieses Programms</translation>
    </message>
    <message>
        <source>it sends more than a call needs</source>
        <translation>es sendet mehr, als ein Anruf braucht</translation>
    </message>
    <message>
        <source>a message is of no known kind</source>
        <translation>eine Nachricht ist von unbekannter Art</translation>
    </message>
    <message>
        <source>a message has two lengths</source>
        <translation>eine Nachricht hat zwei Längen</translation>
    </message>
    <message>
        <source>a message has no length</source>
        <translation>eine Nachricht hat keine Länge</translation>
    </message>
    <message>
        <source>the length of a message is not a number</source>
        <translation>die Länge einer Nachricht ist keine Zahl</translation>
    </message>
    <message>
        <source>a message is over %1 bytes</source>
        <translation>eine Nachricht hat über %1 Byte</translation>
    </message>
    <message>
        <source>the header of a message is over %1 bytes</source>
        <translation>der Kopf einer Nachricht hat über %1 Byte</translation>
    </message>
    <message>
        <source>the caller sent a message that only a callee sends, or a second offer</source>
        <translation>der Anrufer sandte eine Nachricht, die nur ein Angerufener sendet, oder ein zweites Angebot</translation>
    </message>
    <message>
        <source>No medium of the peer&apos;s SDP can be used: %1</source>
        <translation>Kein Medium im SDP des Gegenübers lässt sich nutzen: %1</translation>
    </message>
    <message>
        <source>it has neither audio nor video</source>
        <translation>es hat weder Ton noch Video</translation>
    </message>
    <message>
        <source>no common codec</source>
        <translation>kein gemeinsamer Codec</translation>
    </message>
    <message>
        <source>no Opus</source>
        <translation>kein Opus</translation>
    </message>
    <message>
        <source>refused by the peer</source>
        <translation>vom Gegenüber abgelehnt</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>die Datei oder den Ordner gibt es nicht</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>das ist kein Ordner</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>das ist ein Ordner</translation>
    </message>
    <message>
        <source>File exists</source>
        <translation>die Datei gibt es schon</translation>
    </message>
    <message>
        <source>File too large</source>
        <translation>die Datei ist zu groß</translation>
    </message>
    <message>
        <source>File name too long</source>
        <translation>der Name ist zu lang</translation>
    </message>
    <message>
        <source>Operation not permitted</source>
        <translation>das ist nicht erlaubt</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>Fehler beim Lesen oder Schreiben</translation>
    </message>
    <message>
        <source>Disk quota exceeded</source>
        <translation>der Platz, der Ihnen zusteht, ist voll</translation>
    </message>
    <message>
        <source>Too many open files</source>
        <translation>zu viele Dateien sind offen</translation>
    </message>
    <message>
        <source>Device or resource busy</source>
        <translation>das Gerät ist in Gebrauch</translation>
    </message>
    <message>
        <source>No such device</source>
        <translation>das Gerät gibt es nicht</translation>
    </message>
    <message>
        <source>Connection reset by peer</source>
        <translation>das Gegenüber hat sie abgebrochen</translation>
    </message>
    <message>
        <source>Connection timed out</source>
        <translation>es kam keine Antwort</translation>
    </message>
    <message>
        <source>Broken pipe</source>
        <translation>das Gegenüber ist nicht mehr da</translation>
    </message>
    <message>
        <source>microphone: %1</source>
        <translation>Mikrofon: %1</translation>
    </message>
    <message>
        <source>loudspeaker: %1</source>
        <translation>Lautsprecher: %1</translation>
    </message>
    <message>
        <source>tone of %1 Hz</source>
        <translation>Ton mit %1 Hz</translation>
    </message>
    <message>
        <source>camera %1</source>
        <translation>Kamera %1</translation>
    </message>
    <message>
        <source>screen %1</source>
        <translation>Bildschirm %1</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1; %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not an address of this host: use 0.0.0.0 for all of them</source>
        <translation>&quot;%1&quot; ist keine Adresse dieses Rechners: nehmen Sie 0.0.0.0 für alle</translation>
    </message>
    <message>
        <source>file to open is a directory</source>
        <translation>das ist ein Ordner</translation>
    </message>
    <message>
        <source>after Latecki 2004</source>
        <translation>nach Latecki 2004</translation>
    </message>
    <message>
        <source>video cannot be decoded</source>
        <translation>das Bild lässt sich nicht dekodieren</translation>
    </message>
    <message>
        <source>pictures cannot be encoded: %1</source>
        <translation>Bilder lassen sich nicht kodieren: %1</translation>
    </message>
    <message>
        <source>%1 is no settings file</source>
        <translation>%1 ist keine Datei mit Einstellungen</translation>
    </message>
    <message>
        <source>%1 is a device, not a file</source>
        <translation>%1 ist ein Gerät, keine Datei</translation>
    </message>
    <message>
        <source>%1 called, and was told that you are in a call</source>
        <translation>%1 hat angerufen und erfahren, dass Sie gerade sprechen</translation>
    </message>
    <message>
        <source>%1: MPEG-%2, %3, %4 frames/s, %5 s, with sound</source>
        <translation>%1: MPEG-%2, %3, %4 Bilder/s, %5 s, mit Ton</translation>
    </message>
    <message>
        <source>%1: MPEG-%2, %3, %4 frames/s, %5 s, without sound</source>
        <translation>%1: MPEG-%2, %3, %4 Bilder/s, %5 s, ohne Ton</translation>
    </message>
    <message>
        <source>%1: MPEG-%2, %3, %4 frames/s, with sound</source>
        <translation>%1: MPEG-%2, %3, %4 Bilder/s, mit Ton</translation>
    </message>
    <message>
        <source>%1: MPEG-%2, %3, %4 frames/s, without sound</source>
        <translation>%1: MPEG-%2, %3, %4 Bilder/s, ohne Ton</translation>
    </message>
    <message>
        <source>%1; another line is broken</source>
        <translation>%1; eine weitere Zeile ist beschädigt</translation>
    </message>
    <message>
        <source>%1; %2 more lines are broken</source>
        <translation>%1; %2 weitere Zeilen sind beschädigt</translation>
    </message>
    <message>
        <source>%1; and %2 more</source>
        <translation>%1; und %2 weitere</translation>
    </message>
    <message>
        <source>%1; also %2</source>
        <translation>%1; außerdem %2</translation>
    </message>
    <message>
        <source>cannot write %1: %2</source>
        <translation>%1 lässt sich nicht schreiben: %2</translation>
    </message>
    <message>
        <source>cannot make %1: %2</source>
        <translation>%1 lässt sich nicht anlegen: %2</translation>
    </message>
    <message>
        <source>there is no place for session logs: choose a folder in the settings</source>
        <translation>für Protokolle gibt es keinen Ort: wählen Sie in den Einstellungen einen Ordner</translation>
    </message>
    <message>
        <source>cannot write the session log %1: %2; choose another folder in the settings</source>
        <translation>das Protokoll %1 lässt sich nicht schreiben: %2; wählen Sie in den Einstellungen einen anderen Ordner</translation>
    </message>
    <message>
        <source>There is no X11 display to share; log in to an X11 session to share it</source>
        <translation>Es gibt keinen X11-Bildschirm, der sich teilen ließe; melden Sie sich in einer X11-Sitzung an, um ihn zu teilen</translation>
    </message>
    <message>
        <source>this call sends no video, so no clip either; begin it with a camera or the test card</source>
        <translation>dieser Anruf sendet kein Video, also auch keinen Clip; beginnen Sie ihn mit einer Kamera oder dem Testbild</translation>
    </message>
    <message>
        <source>the peer takes no clips; it needs a newer version of the program</source>
        <translation>das Gegenüber nimmt keine Clips an; es braucht eine neuere Version des Programms</translation>
    </message>
    <message>
        <source>Settings: %1. Nothing of it holds, and changes are not kept; make the file readable.</source>
        <translation>Einstellungen: %1. Nichts daraus gilt, und Änderungen bleiben nicht erhalten; machen Sie die Datei lesbar.</translation>
    </message>
    <message>
        <source>Settings: %1. Nothing of it holds, and changes are not kept; put a file in its place.</source>
        <translation>Einstellungen: %1. Nichts daraus gilt, und Änderungen bleiben nicht erhalten; legen Sie dort eine Datei an.</translation>
    </message>
    <message>
        <source>Settings: a later version of Counterpoint wrote %1. What this one knows of it holds, and changes are not kept; update Counterpoint.</source>
        <translation>Einstellungen: Eine spätere Version von Counterpoint hat %1 geschrieben. Was diese davon kennt, gilt, und Änderungen bleiben nicht erhalten; aktualisieren Sie Counterpoint.</translation>
    </message>
    <message>
        <source>calling</source>
        <translation>Anruf</translation>
    </message>
    <message>
        <source>ringing</source>
        <translation>es klingelt</translation>
    </message>
    <message>
        <source>incoming</source>
        <translation>eingehend</translation>
    </message>
    <message>
        <source>connected</source>
        <translation>verbunden</translation>
    </message>
    <message>
        <source>hung up</source>
        <translation>aufgelegt</translation>
    </message>
    <message>
        <source>the peer hung up</source>
        <translation>das Gegenüber hat aufgelegt</translation>
    </message>
    <message>
        <source>the peer vanished</source>
        <translation>das Gegenüber ist verschwunden</translation>
    </message>
    <message>
        <source>local failure</source>
        <translation>Fehler auf diesem Rechner</translation>
    </message>
    <message>
        <source>damaged at %1 s; what is broken is sent as it is, and the clip goes on</source>
        <translation>bei %1 s beschädigt; was defekt ist, wird unverändert gesendet, und der Clip geht weiter</translation>
    </message>
    <message>
        <source>playing at %1 s</source>
        <translation>läuft bei %1 s</translation>
    </message>
    <message>
        <source>paused at %1 s</source>
        <translation>angehalten bei %1 s</translation>
    </message>
    <message>
        <source>gone on at %1 s</source>
        <translation>weiter bei %1 s</translation>
    </message>
    <message>
        <source>stopped at %1 s</source>
        <translation>beendet bei %1 s</translation>
    </message>
    <message>
        <source>playing %1</source>
        <translation>es läuft %1</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>beendet</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>zu Ende</translation>
    </message>
    <message>
        <source>generated moving test card with a frame number and a flash</source>
        <translation>bewegtes Testbild mit Bildnummer und Blitz</translation>
    </message>
    <message>
        <source>generated babbling voice</source>
        <translation>erzeugte Stimme, die plappert</translation>
    </message>
    <message>
        <source>%1, %2 pixels</source>
        <translation>%1, %2 Pixel</translation>
    </message>
    <message>
        <source>Yourself</source>
        <translation>Sie selbst</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>nicht genannt</translation>
    </message>
    <message>
        <source>cannot read the folder for session logs %1: %2; choose another one in the settings</source>
        <translation>der Ordner für Protokolle %1 kann nicht gelesen werden: %2; wählen Sie in den Einstellungen einen anderen</translation>
    </message>
    <message>
        <source>its call still goes on; end it first</source>
        <translation>sein Anruf dauert noch an; beenden Sie ihn zuerst</translation>
    </message>
    <message>
        <source>Settings are not kept: %2; make room, or make the folder writable.</source>
        <translation>Einstellungen bleiben nicht erhalten: %2; schaffen Sie Platz, oder machen Sie den Ordner beschreibbar.</translation>
    </message>
    <message>
        <source>%1; choose another place</source>
        <translation>%1; wählen Sie einen anderen Ort</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1 auf %2</translation>
    </message>
    <message>
        <source>Gain towards the wanted buffer</source>
        <translation>Verstärkung hin zum gewünschten Puffer</translation>
    </message>
    <message>
        <source>Gain against growth</source>
        <translation>Verstärkung gegen das Wachsen</translation>
    </message>
    <message>
        <source>Longest wait for other packets</source>
        <translation>Längstes Warten auf andere Pakete</translation>
    </message>
    <message>
        <source>Sent early</source>
        <translation>Verfrüht gesendet</translation>
    </message>
    <message>
        <source>Growth in a round trip</source>
        <translation>Wachstum je Umlauf</translation>
    </message>
    <message>
        <source>Decrease when in doubt</source>
        <translation>Rückgang im Zweifel</translation>
    </message>
    <message>
        <source>Time of doubt</source>
        <translation>Dauer des Zweifels</translation>
    </message>
    <message>
        <source>Share of what arrived</source>
        <translation>Anteil des Angekommenen</translation>
    </message>
    <message>
        <source>Wanted send buffer</source>
        <translation>Gewünschter Sendepuffer</translation>
    </message>
    <message>
        <source>Largest send buffer</source>
        <translation>Größter Sendepuffer</translation>
    </message>
    <message>
        <source>Decrease on a full path</source>
        <translation>Rückgang bei vollem Weg</translation>
    </message>
    <message>
        <source>Decrease at congestion</source>
        <translation>Rückgang bei Stau</translation>
    </message>
    <message>
        <source>Smallest step in bit-rate</source>
        <translation>Kleinster Schritt der Bitrate</translation>
    </message>
    <message>
        <source>Good reports until relief</source>
        <translation>Gute Berichte bis zur Entwarnung</translation>
    </message>
    <message>
        <source>Rate of the clip</source>
        <translation>Rate des Clips</translation>
    </message>
    <message>
        <source>Drift of the clocks</source>
        <translation>Abweichung der Uhren</translation>
    </message>
    <message>
        <source>Time until competing</source>
        <translation>Zeit bis zum Wettbewerb</translation>
    </message>
    <message>
        <source>Queue that is congestion</source>
        <translation>Warteschlange, die Stau ist</translation>
    </message>
    <message>
        <source>Time to drain a queue</source>
        <translation>Zeit zum Abbau einer Warteschlange</translation>
    </message>
    <message>
        <source>Least difference that counts</source>
        <translation>Kleinster Unterschied, der zählt</translation>
    </message>
    <message>
        <source>Silence that lowers the rate</source>
        <translation>Stille, die die Rate senkt</translation>
    </message>
    <message>
        <source>Share that is produced</source>
        <translation>Anteil, der erzeugt wird</translation>
    </message>
    <message>
        <source>First dimension</source>
        <translation>Erste Dimension</translation>
    </message>
    <message>
        <source>Weight of past round trips</source>
        <translation>Gewicht früherer Umlaufzeiten</translation>
    </message>
    <message>
        <source>Group of pictures</source>
        <translation>Bildgruppe</translation>
    </message>
    <message>
        <source>Growth</source>
        <translation>Wachstum</translation>
    </message>
    <message>
        <source>Size of a frame</source>
        <translation>Größe eines Bildes</translation>
    </message>
    <message>
        <source>Headroom</source>
        <translation>Spielraum nach oben</translation>
    </message>
    <message>
        <source>Window at first</source>
        <translation>Fenster am Anfang</translation>
    </message>
    <message>
        <source>Control interval</source>
        <translation>Regelabschnitt</translation>
    </message>
    <message>
        <source>Reports in the mean</source>
        <translation>Berichte im Mittelwert</translation>
    </message>
    <message>
        <source>Rise of the latency</source>
        <translation>Anstieg der Latenz</translation>
    </message>
    <message>
        <source>Least frame rate</source>
        <translation>Kleinste Bildrate</translation>
    </message>
    <message>
        <source>Lowest share</source>
        <translation>Kleinster Anteil</translation>
    </message>
    <message>
        <source>Least time-out</source>
        <translation>Kürzeste Wartefrist</translation>
    </message>
    <message>
        <source>Longest interval</source>
        <translation>Längster Abschnitt</translation>
    </message>
    <message>
        <source>Limit of loss</source>
        <translation>Grenze des Verlusts</translation>
    </message>
    <message>
        <source>Weight of the newest loss</source>
        <translation>Gewicht des neuesten Verlusts</translation>
    </message>
    <message>
        <source>Memory of the least delay</source>
        <translation>Gedächtnis der kleinsten Verzögerung</translation>
    </message>
    <message>
        <source>Longest break of video</source>
        <translation>Längste Pause des Videos</translation>
    </message>
    <message>
        <source>Highest growth</source>
        <translation>Größtes Wachstum</translation>
    </message>
    <message>
        <source>Longest steady time</source>
        <translation>Längste ruhige Zeit</translation>
    </message>
    <message>
        <source>Factor for noise</source>
        <translation>Faktor für Rauschen</translation>
    </message>
    <message>
        <source>Size of packets</source>
        <translation>Größe der Pakete</translation>
    </message>
    <message>
        <source>Tolerance of packet rates</source>
        <translation>Toleranz der Paketraten</translation>
    </message>
    <message>
        <source>The paper&apos;s frames alone</source>
        <translation>Nur die Bilder des Aufsatzes</translation>
    </message>
    <message>
        <source>PCT without a trend</source>
        <translation>PCT ohne Trend</translation>
    </message>
    <message>
        <source>PCT of a trend</source>
        <translation>PCT eines Trends</translation>
    </message>
    <message>
        <source>PDT without a trend</source>
        <translation>PDT ohne Trend</translation>
    </message>
    <message>
        <source>PDT of a trend</source>
        <translation>PDT eines Trends</translation>
    </message>
    <message>
        <source>Period</source>
        <translation>Zeitabschnitt</translation>
    </message>
    <message>
        <source>Queue of a trend</source>
        <translation>Warteschlange eines Trends</translation>
    </message>
    <message>
        <source>High queue</source>
        <translation>Hohe Warteschlange</translation>
    </message>
    <message>
        <source>Low queue</source>
        <translation>Niedrige Warteschlange</translation>
    </message>
    <message>
        <source>Growth when tried later</source>
        <translation>Wachstum bei späterem Versuch</translation>
    </message>
    <message>
        <source>Packets that overtake</source>
        <translation>Pakete, die überholen</translation>
    </message>
    <message>
        <source>Time of a report</source>
        <translation>Zeit eines Berichts</translation>
    </message>
    <message>
        <source>Wait for reports</source>
        <translation>Warten auf Berichte</translation>
    </message>
    <message>
        <source>Resolution of the search</source>
        <translation>Auflösung der Suche</translation>
    </message>
    <message>
        <source>Packets of a round trip</source>
        <translation>Pakete eines Umlaufs</translation>
    </message>
    <message>
        <source>Longest window</source>
        <translation>Längstes Fenster</translation>
    </message>
    <message>
        <source>Middle window</source>
        <translation>Mittleres Fenster</translation>
    </message>
    <message>
        <source>Shortest window</source>
        <translation>Kürzestes Fenster</translation>
    </message>
    <message>
        <source>Size of a segment</source>
        <translation>Größe eines Segments</translation>
    </message>
    <message>
        <source>Reports that are missing</source>
        <translation>Ausgebliebene Berichte</translation>
    </message>
    <message>
        <source>Growth without a queue</source>
        <translation>Wachstum ohne Warteschlange</translation>
    </message>
    <message>
        <source>Doubling at the start</source>
        <translation>Verdopplung am Anfang</translation>
    </message>
    <message>
        <source>Growth at the start</source>
        <translation>Wachstum am Anfang</translation>
    </message>
    <message>
        <source>Steady time</source>
        <translation>Ruhige Zeit</translation>
    </message>
    <message>
        <source>Time-out</source>
        <translation>Wartefrist</translation>
    </message>
    <message>
        <source>Tries in a row</source>
        <translation>Versuche nacheinander</translation>
    </message>
    <message>
        <source>Share that is used</source>
        <translation>Genutzter Anteil</translation>
    </message>
    <message>
        <source>Variant</source>
        <translation>Variante</translation>
    </message>
    <message>
        <source>Growth that tells nothing</source>
        <translation>Anstieg, der nichts besagt</translation>
    </message>
    <message>
        <source>Loss by events</source>
        <translation>Verlust nach Ereignissen</translation>
    </message>
    <message>
        <source>Turns of a dimension</source>
        <translation>Runden einer Dimension</translation>
    </message>
    <message>
        <source>the queue is longer than half of its target</source>
        <translation>die Warteschlange ist länger als die Hälfte ihres Ziels</translation>
    </message>
    <message>
        <source>for comparison: a window by queue and loss (SCReAM, RFC 8298, version 2)</source>
        <translation>zum Vergleich: ein Fenster nach Warteschlange und Verlust (SCReAM, RFC 8298, Version 2)</translation>
    </message>
    <message>
        <source>Target of the queue</source>
        <translation>Ziel der Warteschlange</translation>
    </message>
    <message>
        <source>the window falls from half of it on; QDELAY_TARGET_LO of RFC 8298bis</source>
        <translation>ab der Hälfte davon sinkt das Fenster; QDELAY_TARGET_LO von RFC 8298bis</translation>
    </message>
    <message>
        <source>Highest target</source>
        <translation>Höchstes Ziel</translation>
    </message>
    <message>
        <source>of the queue, beside flows that keep it full; QDELAY_TARGET_HI of RFC 8298bis</source>
        <translation>der Warteschlange, neben Strömen, die sie voll halten; QDELAY_TARGET_HI von RFC 8298bis</translation>
    </message>
    <message>
        <source>Decrease at a loss</source>
        <translation>Abnahme bei Verlust</translation>
    </message>
    <message>
        <source>factor on the window; media make less use of a free path than TCP&apos;s 0.5; BETA_LOSS of RFC 8298bis</source>
        <translation>Faktor auf das Fenster; Medien nutzen einen freien Weg weniger als TCP mit 0,5; BETA_LOSS von RFC 8298bis</translation>
    </message>
    <message>
        <source>Decrease at a mark</source>
        <translation>Abnahme bei Markierung</translation>
    </message>
    <message>
        <source>factor on the window for classic ECN; BETA_ECN of RFC 8298bis</source>
        <translation>Faktor auf das Fenster bei klassischem ECN; BETA_ECN von RFC 8298bis</translation>
    </message>
    <message>
        <source>L4S</source>
        <translation>L4S</translation>
    </message>
    <message>
        <source>1: marks lower the window by half of their share; IS_L4S of RFC 8298bis</source>
        <translation>1: Markierungen senken das Fenster um die Hälfte ihres Anteils; IS_L4S von RFC 8298bis</translation>
    </message>
    <message>
        <source>Growth in proportion</source>
        <translation>Anteiliges Wachstum</translation>
    </message>
    <message>
        <source>of the window each round trip; the authors&apos; code, 0.02 in RFC 8298bis</source>
        <translation>des Fensters je Umlauf; der Code der Autoren, 0,02 in RFC 8298bis</translation>
    </message>
    <message>
        <source>Care after congestion</source>
        <translation>Vorsicht nach Überlast</translation>
    </message>
    <message>
        <source>after a loss or a mark until it grows in proportion in full; POST_CONGESTION_DELAY_RTT of RFC 8298bis</source>
        <translation>nach einem Verlust oder einer Markierung, bis es wieder voll anteilig wächst; POST_CONGESTION_DELAY_RTT von RFC 8298bis</translation>
    </message>
    <message>
        <source>Smallest window</source>
        <translation>Kleinstes Fenster</translation>
    </message>
    <message>
        <source>MIN_REF_WND of RFC 8298bis</source>
        <translation>MIN_REF_WND von RFC 8298bis</translation>
    </message>
    <message>
        <source>Headroom of the window</source>
        <translation>Spielraum des Fensters</translation>
    </message>
    <message>
        <source>over what is in flight, while it grows; BYTES_IN_FLIGHT_HEAD_ROOM of RFC 8298bis</source>
        <translation>über das, was unterwegs ist, solange es wächst; BYTES_IN_FLIGHT_HEAD_ROOM von RFC 8298bis</translation>
    </message>
    <message>
        <source>Overhead, unsteady queue</source>
        <translation>Überhang, unruhige Warteschlange</translation>
    </message>
    <message>
        <source>the most in flight, over the window; REF_WND_OVERHEAD_MIN of RFC 8298bis</source>
        <translation>das Meiste unterwegs, im Verhältnis zum Fenster; REF_WND_OVERHEAD_MIN von RFC 8298bis</translation>
    </message>
    <message>
        <source>Overhead, steady queue</source>
        <translation>Überhang, ruhige Warteschlange</translation>
    </message>
    <message>
        <source>large frames leave at once on a free path; REF_WND_OVERHEAD_MAX of RFC 8298bis</source>
        <translation>große Bilder gehen auf freiem Weg sofort hinaus; REF_WND_OVERHEAD_MAX von RFC 8298bis</translation>
    </message>
    <message>
        <source>Virtual round trip</source>
        <translation>Virtueller Umlauf</translation>
    </message>
    <message>
        <source>flows with shorter ones grow as if theirs were so long; VIRTUAL_RTT of RFC 8298bis</source>
        <translation>Ströme mit kürzerem wachsen, als wäre ihrer so lang; VIRTUAL_RTT von RFC 8298bis</translation>
    </message>
    <message>
        <source>Margin of the rate</source>
        <translation>Abstand der Rate</translation>
    </message>
    <message>
        <source>window over round trip is more than the rate by this, so that frames do not wait; RFC 8298bis</source>
        <translation>um so viel ist Fenster durch Umlauf mehr als die Rate, damit Bilder nicht warten; RFC 8298bis</translation>
    </message>
    <message>
        <source>no queue and no loss: the rate grows beyond what arrives</source>
        <translation>keine Warteschlange und kein Verlust: die Rate wächst über das hinaus, was ankommt</translation>
    </message>
    <message>
        <source>queue and loss are above their reference</source>
        <translation>Warteschlange und Verlust liegen über ihrem Bezugswert</translation>
    </message>
    <message>
        <source>queue and loss are below their reference</source>
        <translation>Warteschlange und Verlust liegen unter ihrem Bezugswert</translation>
    </message>
    <message>
        <source>for comparison: seeks a short queue (NADA, RFC 8698)</source>
        <translation>zum Vergleich: sucht eine kurze Warteschlange (NADA, RFC 8698)</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>Vorrang</translation>
    </message>
    <message>
        <source>weight of the flow among those that share a path; PRIO of RFC 8698</source>
        <translation>Gewicht des Stroms unter denen, die einen Weg teilen; PRIO von RFC 8698</translation>
    </message>
    <message>
        <source>Reference signal</source>
        <translation>Bezugswert des Signals</translation>
    </message>
    <message>
        <source>queue that is sought at the highest rate; longer at lower ones; XREF of RFC 8698</source>
        <translation>Warteschlange, die bei der höchsten Rate gesucht wird; bei niedrigeren länger; XREF von RFC 8698</translation>
    </message>
    <message>
        <source>Largest signal</source>
        <translation>Größtes Signal</translation>
    </message>
    <message>
        <source>else the signal falls by so much after heavy loss that the rate leaps; the authors&apos; code, not RFC 8698</source>
        <translation>sonst fällt das Signal nach starkem Verlust so weit, dass die Rate springt; der Code der Autoren, nicht RFC 8698</translation>
    </message>
    <message>
        <source>Scale of steps</source>
        <translation>Maß der Schritte</translation>
    </message>
    <message>
        <source>of gradual steps; more is faster, but less steady; KAPPA of RFC 8698</source>
        <translation>der allmählichen Schritte; mehr ist schneller, aber unruhiger; KAPPA von RFC 8698</translation>
    </message>
    <message>
        <source>Weight of changes</source>
        <translation>Gewicht von Änderungen</translation>
    </message>
    <message>
        <source>of a change of the signal beside its distance from the reference; ETA of RFC 8698</source>
        <translation>einer Änderung des Signals neben seinem Abstand vom Bezugswert; ETA von RFC 8698</translation>
    </message>
    <message>
        <source>Time of steps</source>
        <translation>Zeit der Schritte</translation>
    </message>
    <message>
        <source>longest round trip for which gradual steps are steady; TAU of RFC 8698</source>
        <translation>längster Umlauf, bei dem allmähliche Schritte ruhig sind; TAU von RFC 8698</translation>
    </message>
    <message>
        <source>Time between steps</source>
        <translation>Zeit zwischen Schritten</translation>
    </message>
    <message>
        <source>at least; DELTA of RFC 8698</source>
        <translation>mindestens; DELTA von RFC 8698</translation>
    </message>
    <message>
        <source>Window of observation</source>
        <translation>Beobachtungszeit</translation>
    </message>
    <message>
        <source>of packets that tell loss and clear paths; LOGWIN of RFC 8698</source>
        <translation>der Pakete, die Verlust und freie Wege zeigen; LOGWIN von RFC 8698</translation>
    </message>
    <message>
        <source>Queue of a clear path</source>
        <translation>Warteschlange eines freien Wegs</translation>
    </message>
    <message>
        <source>below this, and without loss, the rate grows fast; QEPS of RFC 8698</source>
        <translation>darunter und ohne Verlust wächst die Rate schnell; QEPS von RFC 8698</translation>
    </message>
    <message>
        <source>Largest fast step</source>
        <translation>Größter schneller Schritt</translation>
    </message>
    <message>
        <source>of what arrives, on a clear path; GAMMA_MAX of RFC 8698</source>
        <translation>von dem, was ankommt, auf freiem Weg; GAMMA_MAX von RFC 8698</translation>
    </message>
    <message>
        <source>Queue of a fast step</source>
        <translation>Warteschlange eines schnellen Schritts</translation>
    </message>
    <message>
        <source>that a fast step may make before it is noticed; QBOUND of RFC 8698</source>
        <translation>die ein schneller Schritt machen darf, ehe er bemerkt wird; QBOUND von RFC 8698</translation>
    </message>
    <message>
        <source>Queue that is warped</source>
        <translation>Warteschlange, die gestaucht wird</translation>
    </message>
    <message>
        <source>while packets are lost longer queues count less: loss governs; QTH of RFC 8698</source>
        <translation>solange Pakete verloren gehen, zählen längere Warteschlangen weniger: der Verlust regiert; QTH von RFC 8698</translation>
    </message>
    <message>
        <source>Warping</source>
        <translation>Stauchung</translation>
    </message>
    <message>
        <source>how fast longer queues count less; LAMBDA of RFC 8698</source>
        <translation>wie schnell längere Warteschlangen weniger zählen; LAMBDA von RFC 8698</translation>
    </message>
    <message>
        <source>Loss intervals</source>
        <translation>Verlustabstände</translation>
    </message>
    <message>
        <source>after a loss in which packets are taken to be lost still; MULTILOSS of RFC 8698</source>
        <translation>nach einem Verlust, in denen Pakete noch als verloren gelten; MULTILOSS von RFC 8698</translation>
    </message>
    <message>
        <source>Part of loss</source>
        <translation>Anteil des Verlusts</translation>
    </message>
    <message>
        <source>of the signal, at the reference loss; DLOSS of RFC 8698</source>
        <translation>am Signal, beim Bezugsverlust; DLOSS von RFC 8698</translation>
    </message>
    <message>
        <source>Reference loss</source>
        <translation>Bezugsverlust</translation>
    </message>
    <message>
        <source>share of packets; PLRREF of RFC 8698</source>
        <translation>Anteil der Pakete; PLRREF von RFC 8698</translation>
    </message>
    <message>
        <source>Part of marking</source>
        <translation>Anteil der Markierung</translation>
    </message>
    <message>
        <source>of the signal, at the reference marking; DMARK of RFC 8698</source>
        <translation>am Signal, bei der Bezugsmarkierung; DMARK von RFC 8698</translation>
    </message>
    <message>
        <source>Reference marking</source>
        <translation>Bezugsmarkierung</translation>
    </message>
    <message>
        <source>share of packets with ECN; PMRREF of RFC 8698</source>
        <translation>Anteil der Pakete mit ECN; PMRREF von RFC 8698</translation>
    </message>
    <message>
        <source>Weight of new ratios</source>
        <translation>Gewicht neuer Anteile</translation>
    </message>
    <message>
        <source>a probe told how fast the path is</source>
        <translation>ein Versuch hat gezeigt, wie schnell der Weg ist</translation>
    </message>
    <message>
        <source>for comparison: Google congestion control, as browsers have it</source>
        <translation>zum Vergleich: Googles Überlastregelung, wie Browser sie haben</translation>
    </message>
    <message>
        <source>Least rate at the start</source>
        <translation>Kleinste Rate am Anfang</translation>
    </message>
    <message>
        <source>of all media, unless the call already sends more; as deployed</source>
        <translation>aller Medien, wenn der Anruf nicht schon mehr sendet; wie im Einsatz</translation>
    </message>
    <message>
        <source>Burst</source>
        <translation>Schub</translation>
    </message>
    <message>
        <source>packets that leave within it are one group (draft, 5.3)</source>
        <translation>Pakete, die innerhalb davon abgehen, sind eine Gruppe (Entwurf, 5.3)</translation>
    </message>
    <message>
        <source>Window of the trend</source>
        <translation>Fenster des Trends</translation>
    </message>
    <message>
        <source>groups</source>
        <translation>Gruppen</translation>
    </message>
    <message>
        <source>through whose delays a line is laid: longer is surer and later; as deployed</source>
        <translation>durch deren Laufzeiten eine Gerade gelegt wird: länger ist sicherer und später; wie im Einsatz</translation>
    </message>
    <message>
        <source>Smoothing of the delay</source>
        <translation>Glättung der Laufzeit</translation>
    </message>
    <message>
        <source>share of the past in the delay; as deployed</source>
        <translation>Anteil des Früheren an der Laufzeit; wie im Einsatz</translation>
    </message>
    <message>
        <source>Gain of the trend</source>
        <translation>Verstärkung des Trends</translation>
    </message>
    <message>
        <source>factor on the slope before the threshold; as deployed</source>
        <translation>Faktor auf die Steigung vor der Schwelle; wie im Einsatz</translation>
    </message>
    <message>
        <source>First threshold of the trend</source>
        <translation>Anfangsschwelle des Trends</translation>
    </message>
    <message>
        <source>for over-use, and its opposite for under-use, until it has adapted; as deployed</source>
        <translation>für Überlast, und ihr Negatives für Unterlast, bis sie sich angepasst hat; wie im Einsatz</translation>
    </message>
    <message>
        <source>Rise of the threshold</source>
        <translation>Anstieg der Schwelle</translation>
    </message>
    <message>
        <source>of what the trend exceeds it by, each ms: so that TCP beside does not starve it (Carlucci 2016)</source>
        <translation>vom Überschuss des Trends, je ms: damit TCP daneben es nicht aushungert (Carlucci 2016)</translation>
    </message>
    <message>
        <source>Fall of the threshold</source>
        <translation>Abfall der Schwelle</translation>
    </message>
    <message>
        <source>of what the trend is below it, each ms (Carlucci 2016)</source>
        <translation>von dem, was dem Trend bis zu ihr fehlt, je ms (Carlucci 2016)</translation>
    </message>
    <message>
        <source>Time of over-use</source>
        <translation>Dauer der Überlast</translation>
    </message>
    <message>
        <source>for which the trend exceeds the threshold before it counts (draft, 5.4)</source>
        <translation>so lange übersteigt der Trend die Schwelle, bevor es zählt (Entwurf, 5.4)</translation>
    </message>
    <message>
        <source>Decrease after over-use</source>
        <translation>Senkung nach Überlast</translation>
    </message>
    <message>
        <source>factor on what arrives (draft, 5.5)</source>
        <translation>Faktor auf das, was ankommt (Entwurf, 5.5)</translation>
    </message>
    <message>
        <source>Increase far from over-use</source>
        <translation>Anstieg fern der Überlast</translation>
    </message>
    <message>
        <source>factor on the rate a second (draft, 5.5)</source>
        <translation>Faktor auf die Rate je Sekunde (Entwurf, 5.5)</translation>
    </message>
    <message>
        <source>Low loss</source>
        <translation>Geringer Verlust</translation>
    </message>
    <message>
        <source>share of lost packets up to which the rate grows (draft, 6)</source>
        <translation>Anteil verlorener Pakete, bis zu dem die Rate wächst (Entwurf, 6)</translation>
    </message>
    <message>
        <source>High loss</source>
        <translation>Hoher Verlust</translation>
    </message>
    <message>
        <source>share from which on it falls, by half of it (draft, 6)</source>
        <translation>Anteil, von dem an sie fällt, um die Hälfte davon (Entwurf, 6)</translation>
    </message>
    <message>
        <source>Increase at low loss</source>
        <translation>Anstieg bei geringem Verlust</translation>
    </message>
    <message>
        <source>factor on the loss-based rate a second, as deployed; 1.05 a report in the draft</source>
        <translation>Faktor auf die Rate nach Verlusten je Sekunde, wie im Einsatz; im Entwurf 1,05 je Bericht</translation>
    </message>
    <message>
        <source>Pacing</source>
        <translation>Sendetempo</translation>
    </message>
    <message>
        <source>factor of the rate at which frames leave; as deployed</source>
        <translation>Vielfaches der Rate, mit dem Bilder abgehen; wie im Einsatz</translation>
    </message>
    <message>
        <source>Probing</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>1: as deployed; 0: without, as the draft is</source>
        <translation>1: wie im Einsatz; 0: ohne, wie der Entwurf</translation>
    </message>
    <message>
        <source>Time between probes</source>
        <translation>Zeit zwischen Versuchen</translation>
    </message>
    <message>
        <source>while the media use little of the rate (ALR); as deployed</source>
        <translation>solange die Medien wenig von der Rate nutzen (ALR); wie im Einsatz</translation>
    </message>
    <message>
        <source>of silence, after which the rate falls by a fifth, and again each second; as deployed</source>
        <translation>Stille, nach der die Rate um ein Fünftel fällt, und jede Sekunde wieder; wie im Einsatz</translation>
    </message>
    <message>
        <source>as much as TCP would get with a loss in %1 packets</source>
        <translation>so viel, wie TCP bei einem Verlust auf %1 Pakete bekäme</translation>
    </message>
    <message>
        <source>for comparison: TCP-friendly rate control (RFC 5348)</source>
        <translation>zum Vergleich: TCP-freundliche Ratenregelung (RFC 5348)</translation>
    </message>
    <message>
        <source>s of the equation; 0: the mean size of what is sent, headers included (RFC 5348, 4.1)</source>
        <translation>s der Gleichung; 0: die mittlere Größe des Gesendeten mit Köpfen (RFC 5348, 4.1)</translation>
    </message>
    <message>
        <source>Weight of the past round trip</source>
        <translation>Gewicht der früheren Umlaufzeit</translation>
    </message>
    <message>
        <source>q in the smoothed round trip (RFC 5348, 4.3)</source>
        <translation>q in der geglätteten Umlaufzeit (RFC 5348, 4.3)</translation>
    </message>
    <message>
        <source>Discounting of old losses</source>
        <translation>Abschlag auf alte Verluste</translation>
    </message>
    <message>
        <source>1: a long time without loss lets older intervals count for less (RFC 5348, 5.5); 0: it does not</source>
        <translation>1: nach langer Zeit ohne Verlust zählen ältere Abstände weniger (RFC 5348, 5.5); 0: nicht</translation>
    </message>
    <message>
        <source>Oscillation prevention</source>
        <translation>Schutz vor Schwingungen</translation>
    </message>
    <message>
        <source>1: less is sent while the round trip is above its mean (RFC 5348, 4.5, optional); 0: the rate alone</source>
        <translation>1: weniger wird gesendet, solange die Umlaufzeit über ihrem Mittel liegt (RFC 5348, 4.5, wahlweise); 0: allein die Rate</translation>
    </message>
    <message>
        <source>apple</source>
        <translation>Apfel</translation>
    </message>
    <message>
        <source>balloon</source>
        <translation>Ballon</translation>
    </message>
    <message>
        <source>banana</source>
        <translation>Banane</translation>
    </message>
    <message>
        <source>bee</source>
        <translation>Biene</translation>
    </message>
    <message>
        <source>bell</source>
        <translation>Glocke</translation>
    </message>
    <message>
        <source>bicycle</source>
        <translation>Fahrrad</translation>
    </message>
    <message>
        <source>boat</source>
        <translation>Boot</translation>
    </message>
    <message>
        <source>book</source>
        <translation>Buch</translation>
    </message>
    <message>
        <source>bread</source>
        <translation>Brot</translation>
    </message>
    <message>
        <source>bridge</source>
        <translation>Brücke</translation>
    </message>
    <message>
        <source>bus</source>
        <translation>Bus</translation>
    </message>
    <message>
        <source>cactus</source>
        <translation>Kaktus</translation>
    </message>
    <message>
        <source>cake</source>
        <translation>Kuchen</translation>
    </message>
    <message>
        <source>camel</source>
        <translation>Kamel</translation>
    </message>
    <message>
        <source>camera</source>
        <translation>Kamera</translation>
    </message>
    <message>
        <source>candle</source>
        <translation>Kerze</translation>
    </message>
    <message>
        <source>carrot</source>
        <translation>Karotte</translation>
    </message>
    <message>
        <source>castle</source>
        <translation>Burg</translation>
    </message>
    <message>
        <source>cheese</source>
        <translation>Käse</translation>
    </message>
    <message>
        <source>cherry</source>
        <translation>Kirsche</translation>
    </message>
    <message>
        <source>clover</source>
        <translation>Kleeblatt</translation>
    </message>
    <message>
        <source>cow</source>
        <translation>Kuh</translation>
    </message>
    <message>
        <source>crab</source>
        <translation>Krebs</translation>
    </message>
    <message>
        <source>crown</source>
        <translation>Krone</translation>
    </message>
    <message>
        <source>dice</source>
        <translation>Würfel</translation>
    </message>
    <message>
        <source>dolphin</source>
        <translation>Delfin</translation>
    </message>
    <message>
        <source>dragon</source>
        <translation>Drache</translation>
    </message>
    <message>
        <source>drum</source>
        <translation>Trommel</translation>
    </message>
    <message>
        <source>duck</source>
        <translation>Ente</translation>
    </message>
    <message>
        <source>eagle</source>
        <translation>Adler</translation>
    </message>
    <message>
        <source>egg</source>
        <translation>Ei</translation>
    </message>
    <message>
        <source>elephant</source>
        <translation>Elefant</translation>
    </message>
    <message>
        <source>fire</source>
        <translation>Feuer</translation>
    </message>
    <message>
        <source>fish</source>
        <translation>Fisch</translation>
    </message>
    <message>
        <source>flag</source>
        <translation>Fahne</translation>
    </message>
    <message>
        <source>fox</source>
        <translation>Fuchs</translation>
    </message>
    <message>
        <source>frog</source>
        <translation>Frosch</translation>
    </message>
    <message>
        <source>ghost</source>
        <translation>Gespenst</translation>
    </message>
    <message>
        <source>gift</source>
        <translation>Geschenk</translation>
    </message>
    <message>
        <source>glasses</source>
        <translation>Brille</translation>
    </message>
    <message>
        <source>globe</source>
        <translation>Globus</translation>
    </message>
    <message>
        <source>guitar</source>
        <translation>Gitarre</translation>
    </message>
    <message>
        <source>hammer</source>
        <translation>Hammer</translation>
    </message>
    <message>
        <source>heart</source>
        <translation>Herz</translation>
    </message>
    <message>
        <source>horse</source>
        <translation>Pferd</translation>
    </message>
    <message>
        <source>key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>lemon</source>
        <translation>Zitrone</translation>
    </message>
    <message>
        <source>lion</source>
        <translation>Löwe</translation>
    </message>
    <message>
        <source>moon</source>
        <translation>Mond</translation>
    </message>
    <message>
        <source>owl</source>
        <translation>Eule</translation>
    </message>
    <message>
        <source>pencil</source>
        <translation>Bleistift</translation>
    </message>
    <message>
        <source>penguin</source>
        <translation>Pinguin</translation>
    </message>
    <message>
        <source>pig</source>
        <translation>Schwein</translation>
    </message>
    <message>
        <source>rainbow</source>
        <translation>Regenbogen</translation>
    </message>
    <message>
        <source>ring</source>
        <translation>Ring</translation>
    </message>
    <message>
        <source>rocket</source>
        <translation>Rakete</translation>
    </message>
    <message>
        <source>snail</source>
        <translation>Schnecke</translation>
    </message>
    <message>
        <source>star</source>
        <translation>Stern</translation>
    </message>
    <message>
        <source>sun</source>
        <translation>Sonne</translation>
    </message>
    <message>
        <source>tiger</source>
        <translation>Tiger</translation>
    </message>
    <message>
        <source>tree</source>
        <translation>Baum</translation>
    </message>
    <message>
        <source>turtle</source>
        <translation>Schildkröte</translation>
    </message>
    <message>
        <source>umbrella</source>
        <translation>Regenschirm</translation>
    </message>
    <message>
        <source>whale</source>
        <translation>Wal</translation>
    </message>
    <message>
        <source>the link &quot;%1&quot; %2: a link is counterpoint:ID@HOST:PORT, of which ID@ and :PORT may be missing</source>
        <translation>der Link „%1“ %2: Ein Link ist counterpoint:ID@HOST:PORT, wobei ID@ und :PORT fehlen dürfen</translation>
    </message>
    <message>
        <source>has no ID before its @; perhaps a character is wrong</source>
        <translation>hat vor seinem @ keine ID; vielleicht ist ein Zeichen falsch</translation>
    </message>
    <message>
        <source>there is no contact &quot;%1&quot;</source>
        <translation>es gibt keinen Kontakt „%1“</translation>
    </message>
    <message>
        <source>a contact&apos;s name has 1 to %1 bytes, no control characters, and is no link</source>
        <translation>der Name eines Kontakts hat 1 bis %1 Byte, keine Steuerzeichen und ist kein Link</translation>
    </message>
    <message>
        <source>a contact&apos;s colour is 0 to %1</source>
        <translation>die Farbe eines Kontakts ist 0 bis %1</translation>
    </message>
    <message>
        <source>the address is too long</source>
        <translation>die Adresse ist zu lang</translation>
    </message>
    <message>
        <source>there is a contact &quot;%1&quot; already</source>
        <translation>es gibt schon einen Kontakt „%1“</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has that ID already</source>
        <translation>„%1“ hat diese ID schon</translation>
    </message>
    <message>
        <source>there are %1 contacts already</source>
        <translation>es gibt schon %1 Kontakte</translation>
    </message>
    <message>
        <source>the peer has an older version of Counterpoint, which does not encrypt: ask for an update</source>
        <translation>das Gegenüber hat eine ältere Version von Counterpoint, die nicht verschlüsselt: bitten Sie um eine Aktualisierung</translation>
    </message>
    <message>
        <source>OpenSSL failed (%1)</source>
        <translation>OpenSSL hat versagt (%1)</translation>
    </message>
    <message>
        <source>it holds no private key of the curve P-256</source>
        <translation>sie enthält keinen privaten Schlüssel der Kurve P-256</translation>
    </message>
    <message>
        <source>it is no encrypted private key (PKCS#8 in PEM)</source>
        <translation>sie ist kein verschlüsselter privater Schlüssel (PKCS#8 in PEM)</translation>
    </message>
    <message>
        <source>the passphrase is wrong, or the file is damaged</source>
        <translation>die Passphrase ist falsch, oder die Datei ist beschädigt</translation>
    </message>
    <message>
        <source>the peer&apos;s part of the verification is missing or no number</source>
        <translation>der Anteil des Gegenübers an der Prüfung fehlt oder ist keine Zahl</translation>
    </message>
    <message>
        <source>the caller does not keep to what it was committed to: somebody may sit between you</source>
        <translation>der Anrufer hält sich nicht an seine Festlegung: vielleicht sitzt jemand dazwischen</translation>
    </message>
    <message>
        <source>no encrypted connection comes about with the peer: %1</source>
        <translation>mit dem Gegenüber kommt keine verschlüsselte Verbindung zustande: %1</translation>
    </message>
    <message>
        <source>its handshake does not end</source>
        <translation>sein Handschlag endet nicht</translation>
    </message>
    <message>
        <source>it has no identity</source>
        <translation>es hat keine Identität</translation>
    </message>
    <message>
        <source>a message has two verifications</source>
        <translation>eine Nachricht hat zwei Prüfungen</translation>
    </message>
    <message>
        <source>is no MPEG-1 or MPEG-2 video stream, but %1; %2</source>
        <translation>ist kein Videostrom in MPEG-1 oder MPEG-2, sondern %1; %2</translation>
    </message>
    <message>
        <source>the peer answered or verified itself out of turn</source>
        <translation>das Gegenüber antwortete oder prüfte außer der Reihe</translation>
    </message>
    <message>
        <source>the peer wants its media at a port below %1</source>
        <translation>das Gegenüber will seine Medien an einem Port unter %1</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is neither a contact nor an ID</source>
        <translation>„%1“ ist weder ein Kontakt noch eine ID</translation>
    </message>
    <message>
        <source>--from: %1</source>
        <translation>--from: %1</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is neither an ID nor a link with one: counterpoint:ID@HOST[:PORT]</source>
        <translation>„%1“ ist weder eine ID noch ein Link mit einer: counterpoint:ID@HOST[:PORT]</translation>
    </message>
    <message>
        <source>--address: %1</source>
        <translation>--address: %1</translation>
    </message>
    <message>
        <source>there is an identity already, under which others know you; --replace puts the other in its place, and keeps this one beside it</source>
        <translation>es gibt schon eine Identität, unter der andere Sie kennen; --replace setzt die andere an ihre Stelle und behält diese daneben</translation>
    </message>
    <message>
        <source>the passphrase cannot be read: %1</source>
        <translation>die Passphrase lässt sich nicht lesen: %1</translation>
    </message>
    <message>
        <source>a passphrase has %1 to %2 characters</source>
        <translation>eine Passphrase hat %1 bis %2 Zeichen</translation>
    </message>
    <message>
        <source>there is no terminal to ask for the passphrase: use --passphrase-fd</source>
        <translation>es gibt kein Terminal, um nach der Passphrase zu fragen: nehmen Sie --passphrase-fd</translation>
    </message>
    <message>
        <source>the two passphrases differ</source>
        <translation>die beiden Passphrasen sind verschieden</translation>
    </message>
    <message>
        <source>--size %1: all that is no video takes %2 already</source>
        <translation>--size %1: alles, was kein Video ist, braucht schon %2</translation>
    </message>
    <message>
        <source>has damaged slices in %1 of its %2 pictures: it is damaged throughout, or a kind of file that is not known, of which &quot;ffmpeg -i IN -map 0:v -c copy OUT.m2v&quot; may make an elementary stream</source>
        <translation>hat in %1 seiner %2 Bilder beschädigte Streifen: Es ist durchweg beschädigt oder von einer unbekannten Art, aus der „ffmpeg -i IN -map 0:v -c copy OUT.m2v“ vielleicht einen Elementarstrom macht</translation>
    </message>
    <message>
        <source>ALARM: %1 has another identity than the link says: the link is old, or somebody sits between you</source>
        <translation>ALARM: %1 hat eine andere Identität, als der Link sagt: Der Link ist alt, oder jemand sitzt dazwischen</translation>
    </message>
    <message>
        <source>ALARM: %1 has another identity than before: a new one, or somebody sits between you</source>
        <translation>ALARM: %1 hat eine andere Identität als zuvor: eine neue, oder jemand sitzt dazwischen</translation>
    </message>
    <message>
        <source>somebody calls who is not let through; when it ends, one record tells how often</source>
        <translation>jemand ruft an, der nicht durchgelassen wird; danach steht in einem Protokoll, wie oft</translation>
    </message>
    <message>
        <source>%1 calls that were not let through, or given up within a second</source>
        <translation>%1 Anrufe, die nicht durchgelassen oder binnen einer Sekunde abgebrochen wurden</translation>
    </message>
    <message>
        <source>an ID of %1 characters</source>
        <translation>eine ID mit %1 Zeichen</translation>
    </message>
    <message>
        <source>an address</source>
        <translation>eine Adresse</translation>
    </message>
    <message>
        <source>a later version of Counterpoint wrote it: update this one</source>
        <translation>eine spätere Version von Counterpoint schrieb sie: aktualisieren Sie diese</translation>
    </message>
    <message>
        <source>your contacts %1 cannot be used: %2; mend the file, or move it away</source>
        <translation>Ihre Kontakte %1 lassen sich nicht benutzen: %2; berichtigen Sie die Datei, oder legen Sie sie beiseite</translation>
    </message>
    <message>
        <source>your contacts</source>
        <translation>Ihre Kontakte</translation>
    </message>
    <message>
        <source>%1 cannot be kept in %2: %3; make room, or the folder writable</source>
        <translation>%1: Aufbewahren in %2 geht nicht: %3; schaffen Sie Platz, oder machen Sie den Ordner beschreibbar</translation>
    </message>
    <message>
        <source>your identity</source>
        <translation>Ihre Identität</translation>
    </message>
    <message>
        <source>your identity %1 cannot be used: %2; make it readable, import a copy of it, or move it away to get a new one, of which your contacts are warned</source>
        <translation>Ihre Identität %1 lässt sich nicht benutzen: %2; machen Sie die Datei lesbar, importieren Sie eine Kopie, oder legen Sie sie beiseite und erhalten eine neue, vor der Ihre Kontakte gewarnt werden</translation>
    </message>
    <message>
        <source>there is no place for your identity: set HOME or XDG_DATA_HOME</source>
        <translation>für Ihre Identität gibt es keinen Ort: setzen Sie HOME oder XDG_DATA_HOME</translation>
    </message>
    <message>
        <source>the peer names no certificate for its media (a=fingerprint:sha-256)</source>
        <translation>das Gegenüber nennt kein Zertifikat für seine Medien (a=fingerprint:sha-256)</translation>
    </message>
    <message>
        <source>the peer does not say who begins DTLS (a=setup)</source>
        <translation>das Gegenüber sagt nicht, wer DTLS beginnt (a=setup)</translation>
    </message>
    <message>
        <source>media without encryption are refused; one of the two programs needs a newer version</source>
        <translation>Medien ohne Verschlüsselung werden abgelehnt; eines der beiden Programme braucht eine neuere Version</translation>
    </message>
    <message>
        <source>the peer&apos;s certificate is not the one that it named: somebody may be in between</source>
        <translation>das Zertifikat des Gegenübers ist nicht das, das es genannt hat: Es könnte jemand dazwischen sein</translation>
    </message>
    <message>
        <source>the encryption of the media cannot be agreed upon (%1)</source>
        <translation>über die Verschlüsselung der Medien kommt keine Einigung zustande (%1)</translation>
    </message>
    <message>
        <source>the peer does not encrypt its media by SRTP (RFC 5764)</source>
        <translation>das Gegenüber verschlüsselt seine Medien nicht mit SRTP (RFC 5764)</translation>
    </message>
    <message>
        <source>OpenSSL cannot begin a DTLS connection (%1)</source>
        <translation>OpenSSL kann keine DTLS-Verbindung beginnen (%1)</translation>
    </message>
    <message>
        <source>in smoothed loss and marking; ALPHA of RFC 8698</source>
        <translation>in geglättetem Verlust und geglätteter Markierung; ALPHA von RFC 8698</translation>
    </message>
    <message>
        <source>least time of the nofeedback timer, which is four round trips: reports come each 100 ms or more often</source>
        <translation>kürzeste Frist bis zum Schluss auf Stille, sonst vier Umläufe: Berichte kommen alle 100 ms oder öfter</translation>
    </message>
    <message>
        <source>drawn</source>
        <translation>gezogen</translation>
    </message>
    <message>
        <source>several callers</source>
        <translation>mehrere Anrufer</translation>
    </message>
    <message>
        <source>no way to it was found again within %1 s</source>
        <translation>in %1 s wurde kein Weg zu ihm gefunden</translation>
    </message>
    <message>
        <source>the system does not tell of its network interfaces (%1)</source>
        <translation>das System sagt nichts über seine Netzwerkschnittstellen (%1)</translation>
    </message>
    <message>
        <source>the system gives no port for media (%1)</source>
        <translation>das System gibt keinen Port für Medien her (%1)</translation>
    </message>
    <message>
        <source>this host has no network address: connect it to a network</source>
        <translation>dieser Rechner hat keine Netzwerkadresse: verbinden Sie ihn mit einem Netz</translation>
    </message>
    <message>
        <source>the peer has named no address, and none of its checks has arrived</source>
        <translation>das Gegenüber hat keine Adresse genannt, und keine seiner Prüfungen ist angekommen</translation>
    </message>
    <message>
        <source>this host and the peer have no kind of address in common (IPv4, IPv6), and no relay helps</source>
        <translation>dieser Rechner und das Gegenüber haben keine Art von Adresse gemeinsam (IPv4, IPv6), und kein Relais hilft</translation>
    </message>
    <message>
        <source>no direct way to the peer works, and %1</source>
        <translation>kein direkter Weg zum Gegenüber geht, und %1</translation>
    </message>
    <message>
        <source>no direct way to the peer works, since a NAT or a firewall is in between: name a relay (TURN) in the settings</source>
        <translation>kein direkter Weg zum Gegenüber geht, da ein NAT oder eine Firewall dazwischen ist: nennen Sie in den Einstellungen ein Relais (TURN)</translation>
    </message>
    <message>
        <source>no way to the peer works, not even by the relay</source>
        <translation>kein Weg zum Gegenüber geht, auch nicht über das Relais</translation>
    </message>
    <message>
        <source>the relay %1 refuses the user name or the password: correct them in the settings</source>
        <translation>das Relais %1 lehnt Benutzernamen oder Passwort ab: berichtigen Sie sie in den Einstellungen</translation>
    </message>
    <message>
        <source>the relay %1 does not lend addresses to this user</source>
        <translation>das Relais %1 leiht diesem Benutzer keine Adressen</translation>
    </message>
    <message>
        <source>the relay %1 has no address left: try again later or use another</source>
        <translation>das Relais %1 hat keine Adresse mehr frei: versuchen Sie es später oder nehmen Sie ein anderes</translation>
    </message>
    <message>
        <source>the relay %1 has forgotten the address that it lent</source>
        <translation>das Relais %1 hat die Adresse vergessen, die es geliehen hat</translation>
    </message>
    <message>
        <source>the relay %1 lends no address (error %2 %3)</source>
        <translation>das Relais %1 leiht keine Adresse (Fehler %2 %3)</translation>
    </message>
    <message>
        <source>the relay %1 does not say which address it lends</source>
        <translation>das Relais %1 sagt nicht, welche Adresse es leiht</translation>
    </message>
    <message>
        <source>the relay %1 does not answer</source>
        <translation>das Relais %1 antwortet nicht</translation>
    </message>
    <message>
        <source>the peer does not look for a path for its media (a=ice-ufrag, a=ice-pwd)</source>
        <translation>das Gegenüber sucht keinen Weg für seine Medien (a=ice-ufrag, a=ice-pwd)</translation>
    </message>
    <message>
        <source>the peer&apos;s candidates are broken: line %1</source>
        <translation>die Kandidaten des Gegenübers sind fehlerhaft: Zeile %1</translation>
    </message>
    <message>
        <source>the peer&apos;s candidates are broken: they name no credentials</source>
        <translation>die Kandidaten des Gegenübers sind fehlerhaft: sie nennen keine Zugangsdaten</translation>
    </message>
    <message>
        <source>nothing comes from the peer: a way to it is looked for</source>
        <translation>vom Gegenüber kommt nichts: ein Weg zu ihm wird gesucht</translation>
    </message>
    <message>
        <source>media come from the peer again</source>
        <translation>vom Gegenüber kommen wieder Medien</translation>
    </message>
    <message>
        <source>the server %1 is left out of calls: %2</source>
        <translation>der Server %1 bleibt in Anrufen außen vor: %2</translation>
    </message>
    <message>
        <source>no way to the peer is left: nothing is sent until there is one</source>
        <translation>kein Weg zum Gegenüber ist mehr da: bis es einen gibt, wird nichts gesendet</translation>
    </message>
    <message>
        <source>a message is not whole</source>
        <translation>eine Nachricht ist unvollständig</translation>
    </message>
    <message>
        <source>%1 does not answer any more</source>
        <translation>%1 antwortet nicht mehr</translation>
    </message>
    <message>
        <source>the message is too long, or for no key</source>
        <translation>die Nachricht ist zu lang oder gilt keinem Schlüssel</translation>
    </message>
    <message>
        <source>video over TCP needs the peer&apos;s address, not its ID alone</source>
        <translation>Video über TCP braucht die Adresse des Gegenübers, nicht nur seine ID</translation>
    </message>
    <message>
        <source>--bootstrap: %1</source>
        <translation>--bootstrap: %1</translation>
    </message>
    <message>
        <source>nobody finds this host by its ID: %1</source>
        <translation>niemand findet diesen Rechner über seine ID: %1</translation>
    </message>
    <message>
        <source>no address of it is known, and no nodes to ask: name one (--bootstrap), or call by a link with an address</source>
        <translation>keine Adresse ist bekannt und kein Knoten, den man fragen könnte: nennen Sie einen (--bootstrap), oder rufen Sie über einen Link mit Adresse an</translation>
    </message>
    <message>
        <source>a line of a message has no end</source>
        <translation>einer Zeile einer Meldung fehlt das Ende</translation>
    </message>
    <message>
        <source>a line of a message is no field</source>
        <translation>eine Zeile einer Meldung ist kein Feld</translation>
    </message>
    <message>
        <source>a message has a field twice</source>
        <translation>eine Meldung hat ein Feld doppelt</translation>
    </message>
    <message>
        <source>its state is over %1 bytes</source>
        <translation>sein Zustand hat mehr als %1 Byte</translation>
    </message>
    <message>
        <source>the field %1 of its state makes no sense</source>
        <translation>das Feld %1 seines Zustands ergibt keinen Sinn</translation>
    </message>
    <message>
        <source>a name of 1 to %1 bytes without control characters</source>
        <translation>ein Name von 1 bis %1 Byte ohne Steuerzeichen</translation>
    </message>
    <message>
        <source>the mode goes to the nearest point of its set</source>
        <translation>der Modus geht zum nächsten Punkt seiner Menge</translation>
    </message>
    <message>
        <source>the estimate is higher than at the last decision</source>
        <translation>die Schätzung ist höher als bei der letzten Entscheidung</translation>
    </message>
    <message>
        <source>the estimate is lower than at the last decision</source>
        <translation>die Schätzung ist niedriger als bei der letzten Entscheidung</translation>
    </message>
    <message>
        <source>another size or number of pictures suits the estimate</source>
        <translation>eine andere Größe oder Zahl der Bilder passt zur Schätzung</translation>
    </message>
    <message>
        <source>video froze</source>
        <translation>das Video stand still</translation>
    </message>
    <message>
        <source>%1 hexadecimal digits</source>
        <translation>%1 Hexadezimalziffern</translation>
    </message>
    <message>
        <source>a numeric address and a port</source>
        <translation>eine numerische Adresse und ein Port</translation>
    </message>
    <message>
        <source>the node %1 is asked later: %2</source>
        <translation>der Knoten %1 wird später gefragt: %2</translation>
    </message>
    <message>
        <source>this host could not be reached</source>
        <translation>dieser Rechner war nicht zu erreichen</translation>
    </message>
    <message>
        <source>%1 called at %2, when you could not be reached</source>
        <translation>%1 rief um %2 an, als Sie nicht zu erreichen waren</translation>
    </message>
    <message>
        <source>%1 is replaced by a new file: %2</source>
        <translation>%1 wird durch eine neue Datei ersetzt: %2</translation>
    </message>
    <message>
        <source>what is known of other nodes</source>
        <translation>das Wissen über andere Knoten</translation>
    </message>
    <message>
        <source>HOST or HOST:PORT</source>
        <translation>HOST oder HOST:PORT</translation>
    </message>
    <message>
        <source>the list of recent calls %1 cannot be used: %2</source>
        <translation>die Liste der letzten Anrufe %1 ist nicht zu gebrauchen: %2</translation>
    </message>
    <message>
        <source>the list of recent calls</source>
        <translation>die Liste der letzten Anrufe</translation>
    </message>
    <message>
        <source>the peer&apos;s answer is not the one that it gave while it rang</source>
        <translation>die Antwort des Gegenübers ist nicht die, die es beim Klingeln gab</translation>
    </message>
    <message>
        <source>the user did not want to be disturbed</source>
        <translation>der Benutzer wollte nicht gestört werden</translation>
    </message>
    <message>
        <source>%1; make the folder writable</source>
        <translation>%1; machen Sie den Ordner beschreibbar</translation>
    </message>
    <message>
        <source>cannot remove %1: %2</source>
        <translation>%1 lässt sich nicht entfernen: %2</translation>
    </message>
    <message>
        <source>Decrease by marks</source>
        <translation>Rückgang bei Markierungen</translation>
    </message>
    <message>
        <source>of the share of marked packets, in a round trip; DCTCP&apos;s</source>
        <translation>vom Anteil der markierten Pakete, je Umlauf; der von DCTCP</translation>
    </message>
    <message>
        <source>Weight of marks</source>
        <translation>Gewicht von Markierungen</translation>
    </message>
    <message>
        <source>of a round trip in that share; DCTCP&apos;s, since frames come in bursts</source>
        <translation>eines Umlaufs in diesem Anteil; das von DCTCP, denn Bilder kommen in Schüben</translation>
    </message>
    <message>
        <source>what the relay %1 says is not TURN</source>
        <translation>was das Relais %1 sagt, ist kein TURN</translation>
    </message>
    <message>
        <source>the relay %1 does not read what it is told</source>
        <translation>das Relais %1 liest nicht, was ihm gesagt wird</translation>
    </message>
    <message>
        <source>the relay %1 has closed the connection</source>
        <translation>das Relais %1 hat die Verbindung geschlossen</translation>
    </message>
    <message>
        <source>the relay %1 does not prove that it is %2 (%3): check its name, or ask who runs it for a certificate</source>
        <translation>das Relais %1 beweist nicht, dass es %2 ist (%3): prüfen Sie den Namen, oder bitten Sie den Betreiber um ein Zertifikat</translation>
    </message>
    <message>
        <source>no encrypted connection comes about with the relay %1: %2</source>
        <translation>mit dem Relais %1 kommt keine verschlüsselte Verbindung zustande: %2</translation>
    </message>
    <message>
        <source>the connection to the relay %1 is lost (%2)</source>
        <translation>die Verbindung zum Relais %1 ist verloren (%2)</translation>
    </message>
    <message>
        <source>the relay %1 cannot be reached over TCP (%2)</source>
        <translation>das Relais %1 ist über TCP nicht zu erreichen (%2)</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is a list of other files; choose one of them</source>
        <translation>&quot;%1&quot; ist eine Liste anderer Dateien; wählen Sie eine davon</translation>
    </message>
    <message>
        <source>the session log %1 has become too large: the rest of the call is not in it</source>
        <translation>das Protokoll %1 ist zu groß geworden: der Rest des Anrufs steht nicht darin</translation>
    </message>
    <message>
        <source>the other end of the media is in a call with somebody else: somebody may be in between</source>
        <translation>das andere Ende der Medien ist in einem Anruf mit jemand anderem: jemand kann dazwischen sitzen</translation>
    </message>
    <message>
        <source>the caller does not let itself be verified: somebody may sit between you</source>
        <translation>der Anrufer lässt sich nicht prüfen: jemand kann zwischen Ihnen sitzen</translation>
    </message>
    <message>
        <source>This desktop runs on Wayland, which does not let programs see the screen by X11; share it from the window in a call</source>
        <translation>Diese Oberfläche läuft mit Wayland, wo Programme den Bildschirm nicht über X11 sehen; teilen Sie ihn in einem Anruf vom Fenster aus</translation>
    </message>
    <message>
        <source>the screen, as the desktop shows it</source>
        <translation>der Bildschirm, wie ihn die Oberfläche zeigt</translation>
    </message>
    <message>
        <source>the desktop gives frames in a form that cannot be read</source>
        <translation>die Oberfläche gibt Bilder in einer Form, die sich nicht lesen lässt</translation>
    </message>
    <message>
        <source>The desktop does not say in which format it shows the screen; try again, or log in anew</source>
        <translation>Die Oberfläche sagt nicht, in welchem Format sie den Bildschirm zeigt; versuchen Sie es noch einmal, oder melden Sie sich neu an</translation>
    </message>
    <message>
        <source>The screen cannot be shared: %1</source>
        <translation>Der Bildschirm kann nicht geteilt werden: %1</translation>
    </message>
    <message>
        <source>the desktop has ended it; share the screen again to go on</source>
        <translation>die Oberfläche hat es beendet; teilen Sie den Bildschirm noch einmal, um fortzufahren</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no part of the screen; write WIDTHxHEIGHT+LEFT+TOP, as in monitor:1920x1080+1920+0</source>
        <translation>„%1“ ist kein Teil des Bildschirms; schreiben Sie BREITExHÖHE+LINKS+OBEN, wie in monitor:1920x1080+1920+0</translation>
    </message>
    <message>
        <source>Monitor %1, %2 pixels</source>
        <translation>Bildschirm %1, %2 Pixel</translation>
    </message>
    <message>
        <source>The X11 display &quot;%1&quot; cannot be reached</source>
        <translation>Die X11-Anzeige „%1“ ist nicht erreichbar</translation>
    </message>
    <message>
        <source>The whole screen</source>
        <translation>Der ganze Bildschirm</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no window; write its number as xwininfo shows it, as in window:0x2a00007</source>
        <translation>„%1“ ist kein Fenster; schreiben Sie seine Nummer, wie xwininfo sie zeigt, wie in window:0x2a00007</translation>
    </message>
    <message>
        <source>There is no window %1 any more; choose another one</source>
        <translation>Es gibt kein Fenster %1 mehr; wählen Sie ein anderes</translation>
    </message>
    <message>
        <source>the window was closed; share the screen again to go on</source>
        <translation>das Fenster wurde geschlossen; teilen Sie den Bildschirm noch einmal, um fortzufahren</translation>
    </message>
    <message>
        <source>a window</source>
        <translation>ein Fenster</translation>
    </message>
    <message>
        <source>nothing is shared</source>
        <translation>nichts wird geteilt</translation>
    </message>
    <message>
        <source>the session&apos;s message bus (D-Bus) cannot be reached; log in to a desktop</source>
        <translation>der Nachrichtenbus der Sitzung (D-Bus) ist nicht erreichbar; melden Sie sich an einer Oberfläche an</translation>
    </message>
    <message>
        <source>this desktop has no portal for screens; install xdg-desktop-portal and its part for your desktop, such as xdg-desktop-portal-gnome, xdg-desktop-portal-kde or xdg-desktop-portal-wlr</source>
        <translation>diese Oberfläche hat kein Portal für Bildschirme; installieren Sie xdg-desktop-portal und seinen Teil für Ihre Oberfläche, etwa xdg-desktop-portal-gnome, xdg-desktop-portal-kde oder xdg-desktop-portal-wlr</translation>
    </message>
    <message>
        <source>the desktop&apos;s portal gave no session</source>
        <translation>das Portal der Oberfläche gab keine Sitzung</translation>
    </message>
    <message>
        <source>the desktop&apos;s portal gave no stream</source>
        <translation>das Portal der Oberfläche gab keinen Strom von Bildern</translation>
    </message>
    <message>
        <source>the desktop&apos;s portal gave no way to PipeWire: %1</source>
        <translation>das Portal der Oberfläche gab keinen Weg zu PipeWire: %1</translation>
    </message>
    <message>
        <source>there are too many open files</source>
        <translation>zu viele Dateien sind offen</translation>
    </message>
    <message>
        <source>the desktop&apos;s portal refused &quot;%1&quot;: %2</source>
        <translation>das Portal der Oberfläche lehnte „%1“ ab: %2</translation>
    </message>
    <message>
        <source>nothing was chosen in the desktop&apos;s dialog</source>
        <translation>im Dialog der Oberfläche wurde nichts gewählt</translation>
    </message>
    <message>
        <source>the desktop did not allow it</source>
        <translation>die Oberfläche hat es nicht erlaubt</translation>
    </message>
    <message>
        <source>the field %1 of a text or file makes no sense</source>
        <translation>das Feld %1 eines Texts oder einer Datei ergibt keinen Sinn</translation>
    </message>
    <message>
        <source>the fields of a text or file have no end</source>
        <translation>die Felder eines Texts oder einer Datei haben kein Ende</translation>
    </message>
    <message>
        <source>a text is empty, over %1 bytes, or cannot be shown</source>
        <translation>ein Text ist leer, hat mehr als %1 Byte oder lässt sich nicht zeigen</translation>
    </message>
    <message>
        <source>a piece of a file is empty, or over %1 bytes</source>
        <translation>ein Stück einer Datei ist leer oder hat mehr als %1 Byte</translation>
    </message>
    <message>
        <source>it does not answer: check name, port and transport, and that no firewall is between</source>
        <translation>er antwortet nicht: prüfen Sie Name, Port und Transport, und dass keine Firewall dazwischen ist</translation>
    </message>
    <message>
        <source>it does not answer: check name and port, and that no firewall drops UDP</source>
        <translation>er antwortet nicht: prüfen Sie Name und Port, und dass keine Firewall UDP verwirft</translation>
    </message>
    <message>
        <source>cannot send %1: %2</source>
        <translation>%1 lässt sich nicht senden: %2</translation>
    </message>
    <message>
        <source>it is no file</source>
        <translation>das ist keine Datei</translation>
    </message>
    <message>
        <source>it is empty</source>
        <translation>sie ist leer</translation>
    </message>
    <message>
        <source>it has more than %1 bytes</source>
        <translation>sie hat mehr als %1 Byte</translation>
    </message>
    <message>
        <source>the file has become shorter while it was sent</source>
        <translation>die Datei ist kürzer geworden, während sie gesendet wurde</translation>
    </message>
    <message>
        <source>another file is being sent; wait for its end</source>
        <translation>eine andere Datei wird gesendet; warten Sie deren Ende ab</translation>
    </message>
    <message>
        <source>the connection is over</source>
        <translation>die Verbindung ist zu Ende</translation>
    </message>
    <message>
        <source>no file can be sent to the peer in this call</source>
        <translation>in diesem Anruf kann dem Gegenüber keine Datei gesendet werden</translation>
    </message>
    <message>
        <source>cannot write %1: %2; choose another place</source>
        <translation>%1 lässt sich nicht schreiben: %2; wählen Sie einen anderen Ort</translation>
    </message>
    <message>
        <source>a text or file comes out of turn</source>
        <translation>ein Text oder eine Datei kommt außer der Reihe</translation>
    </message>
    <message>
        <source>coding takes too long on this computer: pictures of at most %1</source>
        <translation>das Codieren dauert auf diesem Rechner zu lange: Bilder bis höchstens %1</translation>
    </message>
    <message>
        <source>this computer has time for larger pictures again: at most %1</source>
        <translation>dieser Rechner hat wieder Zeit für größere Bilder: bis höchstens %1</translation>
    </message>
    <message>
        <source>coding takes too long on this computer: the encoder searches less</source>
        <translation>das Codieren dauert auf diesem Rechner zu lange: der Encoder sucht weniger</translation>
    </message>
    <message>
        <source>this computer has time again: the encoder searches as usual</source>
        <translation>dieser Rechner hat wieder Zeit: der Encoder sucht wie sonst</translation>
    </message>
    <message>
        <source>Most for late reports</source>
        <translation>Höchstens für späte Berichte</translation>
    </message>
    <message>
        <source>bytes under way over the window, for those that the peer has not reported yet; 1 in the paper</source>
        <translation>Bytes unterwegs, geteilt durch das Fenster, für das, was das Gegenüber noch nicht gemeldet hat; in der Arbeit 1</translation>
    </message>
    <message>
        <source>More than the window</source>
        <translation>Mehr als das Fenster</translation>
    </message>
    <message>
        <source>that may be under way, since packets are whole; 0 in the paper</source>
        <translation>so viel mehr darf unterwegs sein, da Pakete ganz sind; in der Arbeit 0</translation>
    </message>
    <message>
        <source>%1 has more than %2 fields</source>
        <translation>%1 hat mehr als %2 Felder</translation>
    </message>
    <message>
        <source>too many names: expected at most %1 in an object</source>
        <translation>zu viele Namen: höchstens %1 in einem Objekt werden erwartet</translation>
    </message>
    <message>
        <source>The sound system does not answer; choose &quot;voice&quot; and &quot;none&quot; to go on without</source>
        <translation>Das Tonsystem antwortet nicht; wählen Sie &quot;voice&quot; und &quot;none&quot;, um ohne es weiterzumachen</translation>
    </message>
    <message>
        <source>Weight of jitter</source>
        <translation>Gewicht der Laufzeitschwankung</translation>
    </message>
    <message>
        <source>standard deviations of the delay by which both limits are higher, so that chance is no queue</source>
        <translation>Standardabweichungen der Laufzeit, um die beide Grenzen höher liegen, damit Zufall keine Warteschlange ist</translation>
    </message>
    <message>
        <source>Much jitter</source>
        <translation>Starke Laufzeitschwankung</translation>
    </message>
    <message>
        <source>more than this makes a queue of few packets look like chance: the calm window counts; on a narrow path noise counts up to this</source>
        <translation>mehr als das lässt eine Warteschlange weniger Pakete wie Zufall aussehen: Das ruhige Fenster zählt; auf einem schmalen Weg zählt Rauschen bis dahin</translation>
    </message>
    <message>
        <source>Calm window</source>
        <translation>Ruhiges Fenster</translation>
    </message>
    <message>
        <source>of delays, on a path with much jitter</source>
        <translation>von Laufzeiten, auf einem Pfad mit starker Schwankung</translation>
    </message>
    <message>
        <source>Time of a frame</source>
        <translation>Zeit eines Bildes</translation>
    </message>
    <message>
        <source>for which the packets of one frame may stand behind each other without a queue</source>
        <translation>die die Pakete eines Bildes hintereinander stehen dürfen, ohne dass es eine Warteschlange ist</translation>
    </message>
    <message>
        <source>Much less</source>
        <translation>Viel weniger</translation>
    </message>
    <message>
        <source>if less than this share of what arrives does so lately, the path has become slower</source>
        <translation>kommt zuletzt weniger als dieser Anteil des Mittels an, ist der Pfad langsamer geworden</translation>
    </message>
    <message>
        <source>by which a rate of up to 500 kbit/s grows without a queue; higher ones grow more slowly, inversely to it</source>
        <translation>um das eine Rate bis 500 kbit/s ohne Warteschlange wächst; höhere wachsen umgekehrt zur Rate langsamer</translation>
    </message>
    <message>
        <source>Caution</source>
        <translation>Vorsicht</translation>
    </message>
    <message>
        <source>the part of growth that is left near a capacity which losses have shown, and of the lead of a former rate once the path was full again</source>
        <translation>der Teil des Wachstums, der nahe einer Kapazität bleibt, die Verluste gezeigt haben, und des Vorsprungs einer früheren Rate, sobald der Weg wieder voll war</translation>
    </message>
    <message>
        <source>Rate of a probe</source>
        <translation>Rate einer Sonde</translation>
    </message>
    <message>
        <source>factor on the rate at the start: five packets at up to 3 Mbit/s</source>
        <translation>Faktor auf die Rate am Anfang: fünf Pakete mit bis zu 3 Mbit/s</translation>
    </message>
    <message>
        <source>Time of the arrival rate</source>
        <translation>Zeit der Ankunftsrate</translation>
    </message>
    <message>
        <source>over several frames; where feedback takes longer, rates grow more slowly in proportion</source>
        <translation>über mehrere Bilder; wo Rückmeldungen länger brauchen, wachsen Raten entsprechend langsamer</translation>
    </message>
    <message>
        <source>Nearly as much</source>
        <translation>Fast ebenso viel</translation>
    </message>
    <message>
        <source>a rate of this share of another counts as the same</source>
        <translation>eine Rate von diesem Anteil einer anderen gilt als gleich</translation>
    </message>
    <message>
        <source>Time of a loss rate</source>
        <translation>Zeit einer Verlustrate</translation>
    </message>
    <message>
        <source>with less, frames make the rates of windows differ by chance</source>
        <translation>bei weniger unterscheiden sich die Raten der Fenster durch einzelne Bilder zufällig</translation>
    </message>
    <message>
        <source>Loss rates</source>
        <translation>Verlustraten</translation>
    </message>
    <message>
        <source>that are kept: so long is a capacity remembered</source>
        <translation>die behalten werden: So lange bleibt eine Kapazität bekannt</translation>
    </message>
    <message>
        <source>Evidence of a capacity</source>
        <translation>Beleg für eine Kapazität</translation>
    </message>
    <message>
        <source>nats</source>
        <translation>nats</translation>
    </message>
    <message>
        <source>Queue of classic flows</source>
        <translation>Warteschlange klassischer Ströme</translation>
    </message>
    <message>
        <source>added to the round trip for growth as TCP&apos;s: DualPI2&apos;s 15 ms, and more so that few packets do not overshoot</source>
        <translation>für ein Wachstum wie bei TCP zur Umlaufzeit addiert: 15 ms von DualPI2, und mehr, damit wenige Pakete nicht überschwingen</translation>
    </message>
    <message>
        <source>Memory of the path</source>
        <translation>Gedächtnis für den Pfad</translation>
    </message>
    <message>
        <source>for which it is remembered that it marks, drops what exceeds a capacity, or counts packets</source>
        <translation>die bekannt bleibt, dass er markiert, verwirft, was eine Kapazität übersteigt, oder Pakete zählt</translation>
    </message>
    <message>
        <source>Queue worth competing for</source>
        <translation>Warteschlange, um die sich der Wettbewerb lohnt</translation>
    </message>
    <message>
        <source>times the high queue: a shorter one may be of calls that give way</source>
        <translation>mal die hohe Warteschlange: Eine kürzere kann von Anrufen sein, die nachgeben</translation>
    </message>
    <message>
        <source>Share of others</source>
        <translation>Anteil anderer</translation>
    </message>
    <message>
        <source>of the capacity from which on the queue is theirs; below it, it is our own</source>
        <translation>der Kapazität, ab dem die Warteschlange ihre ist; darunter ist es unsere</translation>
    </message>
    <message>
        <source>Queue that stays</source>
        <translation>Warteschlange, die bleibt</translation>
    </message>
    <message>
        <source>of its largest: if more of it is left although the call sent less, cross traffic fills it</source>
        <translation>ihrer größten: Ist mehr davon übrig, obwohl der Anruf weniger sandte, füllt anderer Verkehr sie</translation>
    </message>
    <message>
        <source>End of slow start</source>
        <translation>Ende des Slow Start</translation>
    </message>
    <message>
        <source>times what was carried before: more would make a queue of ours</source>
        <translation>mal das, was vorher getragen wurde: Mehr ergäbe eine eigene Warteschlange</translation>
    </message>
    <message>
        <source>Rate of frames</source>
        <translation>Rate der Bilder</translation>
    </message>
    <message>
        <source>times the rate at which frames leave at most, where they are known to arrive as fast</source>
        <translation>mal die Rate, mit der Bilder höchstens abgehen, wo sie erwiesenermaßen so schnell ankommen</translation>
    </message>
    <message>
        <source>Decrease at silence or loss</source>
        <translation>Senkung bei Stille oder Verlust</translation>
    </message>
    <message>
        <source>factor on the rate, each round trip of silence, and on the window beside TCP at a loss</source>
        <translation>Faktor auf die Rate, je Umlauf der Stille, und auf das Fenster neben TCP bei einem Verlust</translation>
    </message>
    <message>
        <source>Repair packets</source>
        <translation>Reparaturpakete</translation>
    </message>
    <message>
        <source>for each packet of video, where packets are lost and retransmissions are slow</source>
        <translation>je Videopaket, wo Pakete verloren gehen und Wiederholungen langsam sind</translation>
    </message>
    <message>
        <source>Slow retransmission</source>
        <translation>Langsame Wiederholung</translation>
    </message>
    <message>
        <source>from this round trip on they are slow</source>
        <translation>ab dieser Umlaufzeit sind sie langsam</translation>
    </message>
    <message>
        <source>the most that the rate exceeds what arrives, so that what the source does not use does not grow</source>
        <translation>um das die Rate höchstens über dem liegt, was ankommt, damit nicht wächst, was die Quelle nicht nutzt</translation>
    </message>
    <message>
        <source>by which a capacity has to be likelier than random loss</source>
        <translation>um den eine Kapazität wahrscheinlicher sein muss als zufälliger Verlust</translation>
    </message>
    <message>
        <source>the computer&apos;s sound is not sent, as no sound server answers; it will be when PulseAudio or PipeWire runs</source>
        <translation>der Ton des Computers wird nicht gesendet, weil kein Tonserver antwortet; er wird gesendet, sobald PulseAudio oder PipeWire läuft</translation>
    </message>
    <message>
        <source>not all of your contacts %1 can be read: %2; the others are used</source>
        <translation>nicht alle Ihre Kontakte in %1 sind lesbar: %2; die anderen werden benutzt</translation>
    </message>
    <message>
        <source>there are too many contacts, with those that cannot be read: remove some</source>
        <translation>mit denen, die nicht lesbar sind, sind es zu viele Kontakte: entfernen Sie einige</translation>
    </message>
    <message>
        <source>the peer&apos;s encryption is out of date: it has no extended master secret (RFC 7627)</source>
        <translation>die Verschlüsselung der Gegenstelle ist veraltet: ihr fehlt das „extended master secret“ (RFC 7627)</translation>
    </message>
</context>
<context>
    <name>Help</name>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Calls between two people that adapt to the network in bits and in packets. Sound and video are encrypted from one side to the other.</source>
        <translation>Gespräche zu zweit, die sich dem Netz in Bits und in Paketen anpassen. Ton und Bild sind von einer Seite bis zur anderen verschlüsselt.</translation>
    </message>
    <message>
        <source>Free software under the GNU General Public License, version 3 or later, without any warranty.</source>
        <translation>Freie Software unter der GNU General Public License, Version 3 oder neuer, ohne jede Gewähr.</translation>
    </message>
    <message>
        <source>About Counterpoint</source>
        <translation>Über Counterpoint</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message>
        <source>%1 kbit/s</source>
        <translation>%1 kbit/s</translation>
    </message>
    <message>
        <source>%1 Mbit/s</source>
        <translation>%1 Mbit/s</translation>
    </message>
    <message>
        <source>%1 packets/s</source>
        <translation>%1 Pakete/s</translation>
    </message>
    <message>
        <source>%1 frames/s</source>
        <translation>%1 Bilder/s</translation>
    </message>
    <message>
        <source>no video</source>
        <translation>kein Bild</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>nicht bekannt</translation>
    </message>
    <message>
        <source>good</source>
        <translation>gut</translation>
    </message>
    <message>
        <source>fair</source>
        <translation>mäßig</translation>
    </message>
    <message>
        <source>poor</source>
        <translation>schlecht</translation>
    </message>
    <message>
        <source>sent</source>
        <translation>gesendet</translation>
    </message>
    <message>
        <source>limit</source>
        <translation>Grenze</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>Rate</translation>
    </message>
    <message>
        <source>kbit/s</source>
        <translation>kbit/s</translation>
    </message>
    <message>
        <source>Packets</source>
        <translation>Pakete</translation>
    </message>
    <message>
        <source>a second</source>
        <translation>pro Sekunde</translation>
    </message>
    <message>
        <source>Delay</source>
        <translation>Verzögerung</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>ms</translation>
    </message>
    <message>
        <source>round trip</source>
        <translation>Umlauf</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>%</source>
        <translation>%</translation>
    </message>
    <message>
        <source>Buffer</source>
        <translation>Puffer</translation>
    </message>
    <message>
        <source>pictures</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>sound</source>
        <translation>Ton</translation>
    </message>
    <message>
        <source>%1 B</source>
        <translation>%1 B</translation>
    </message>
    <message>
        <source>limit %1 (estimate)</source>
        <translation>Grenze %1 (Schätzung)</translation>
    </message>
    <message>
        <source>fewer bits, not packets</source>
        <translation>weniger Bits, nicht Pakete</translation>
    </message>
    <message>
        <source>fewer packets, not bits</source>
        <translation>weniger Pakete, nicht Bits</translation>
    </message>
    <message>
        <source>fewer bits and packets</source>
        <translation>weniger Bits und Pakete</translation>
    </message>
    <message>
        <source>at least %1, not tried above</source>
        <translation>mindestens %1, darüber nicht versucht</translation>
    </message>
    <message>
        <source>limit %1 (settings)</source>
        <translation>Grenze %1 (Einstellung)</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 ago: %2</source>
        <translation>vor %1: %2</translation>
    </message>
    <message>
        <source>peer</source>
        <translation>Gegenüber</translation>
    </message>
    <message>
        <source>You → %1</source>
        <translation>Sie → %1</translation>
    </message>
    <message>
        <source>%1 → you</source>
        <translation>%1 → Sie</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>from peer</source>
        <translation>vom Gegenüber</translation>
    </message>
    <message>
        <source>arrived</source>
        <translation>angekommen</translation>
    </message>
    <message>
        <source>chosen</source>
        <translation>gewählt</translation>
    </message>
    <message>
        <source>Frames</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>queue to peer</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>to peer</source>
        <translation>zum Gegenüber</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 Byte</translation>
    </message>
    <message>
        <source>%1 kB</source>
        <translation>%1 kB</translation>
    </message>
    <message>
        <source>%1 MB</source>
        <translation>%1 MB</translation>
    </message>
</context>
<context>
    <name>QShortcut</name>
    <message>
        <source>Ctrl</source>
        <translation>Strg</translation>
    </message>
    <message>
        <source>Shift</source>
        <translation>Umschalt</translation>
    </message>
    <message>
        <source>Return</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Leertaste</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>Links</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>Rechts</translation>
    </message>
    <message>
        <source>Del</source>
        <translation>Entf</translation>
    </message>
</context>
<context>
    <name>counterpoint::AdaptationPage</name>
    <message>
        <source>Adaptation</source>
        <translation>Anpassung</translation>
    </message>
    <message>
        <source>How video follows what the network carries. A running call changes at once, and the peer need not know.</source>
        <translation>Wie das Bild dem folgt, was das Netz trägt. Ein laufender Anruf ändert sich sofort, und das Gegenüber muss davon nichts wissen.</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>Modus</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>Alle zurücksetzen</translation>
    </message>
    <message>
        <source>Reset all parameters of this mode</source>
        <translation>Alle Parameter dieses Modus zurücksetzen</translation>
    </message>
    <message>
        <source>Gives all parameters of this mode their defaults</source>
        <translation>Setzt alle Parameter dieses Modus auf ihre Vorgaben</translation>
    </message>
    <message>
        <source>Parameters of this mode</source>
        <translation>Parameter dieses Modus</translation>
    </message>
    <message>
        <source>%1. Estimator: %2. Scaler: %3. Source: %4.</source>
        <translation>%1. Schätzer: %2. Skalierer: %3. Quelle: %4.</translation>
    </message>
    <message>
        <source>This mode has none.</source>
        <translation>Dieser Modus hat keine.</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Reset %1</source>
        <translation>%1 zurücksetzen</translation>
    </message>
    <message>
        <source>Back to %1</source>
        <translation>Zurück zu %1</translation>
    </message>
    <message>
        <source>%1 to %2%3; default %4%3</source>
        <translation>%1 bis %2%3; Vorgabe %4%3</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>In the terminal: %1</source>
        <translation>Im Terminal: %1</translation>
    </message>
    <message>
        <source>Automatic (recommended)</source>
        <translation>Automatisch (empfohlen)</translation>
    </message>
    <message>
        <source>Advanced: %1</source>
        <translation>Für Fachleute: %1</translation>
    </message>
</context>
<context>
    <name>counterpoint::AppearancePage</name>
    <message>
        <source>Appearance</source>
        <translation>Aussehen</translation>
    </message>
    <message>
        <source>Same as system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Farben</translation>
    </message>
    <message>
        <source>Video is always shown on black.</source>
        <translation>Video steht immer auf Schwarz.</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Takes effect when Counterpoint is started the next time.</source>
        <translation>Gilt, sobald Counterpoint das nächste Mal gestartet wird.</translation>
    </message>
</context>
<context>
    <name>counterpoint::CallActions</name>
    <message>
        <source>Call</source>
        <translation>Anrufen</translation>
    </message>
    <message>
        <source>Call yourself</source>
        <translation>Sich selbst anrufen</translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>Annehmen</translation>
    </message>
    <message>
        <source>Hang up</source>
        <translation>Auflegen</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Mute microphone</source>
        <translation>Mikrofon ausschalten</translation>
    </message>
    <message>
        <source>Copy my link</source>
        <translation>Link kopieren</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>Vollbild</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>Menü</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>Modus</translation>
    </message>
    <message>
        <source>Mode: how video adapts</source>
        <translation>Modus: wie sich das Bild anpasst</translation>
    </message>
    <message>
        <source>Video adapts by mode %1: %2</source>
        <translation>Das Bild passt sich im Modus %1 an: %2</translation>
    </message>
    <message>
        <source>Decline</source>
        <translation>Ablehnen</translation>
    </message>
    <message>
        <source>Cancel call</source>
        <translation>Anruf abbrechen</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Call history</source>
        <translation>Anrufverlauf</translation>
    </message>
    <message>
        <source>See what happened</source>
        <translation>Verlauf ansehen</translation>
    </message>
    <message>
        <source>Camera off</source>
        <translation>Kamera aus</translation>
    </message>
    <message>
        <source>Choose microphone and loudspeaker</source>
        <translation>Mikrofon und Lautsprecher wählen</translation>
    </message>
    <message>
        <source>Choose camera</source>
        <translation>Kamera wählen</translation>
    </message>
    <message>
        <source>Share screen</source>
        <translation>Bildschirm zeigen</translation>
    </message>
    <message>
        <source>Operating point</source>
        <translation>Arbeitspunkt</translation>
    </message>
    <message>
        <source>QR code of my link</source>
        <translation>QR-Code meines Links</translation>
    </message>
    <message>
        <source>Time lines</source>
        <translation>Zeitverläufe</translation>
    </message>
    <message>
        <source>Whole picture</source>
        <translation>Ganzes Bild</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>About Counterpoint</source>
        <translation>Über Counterpoint</translation>
    </message>
    <message>
        <source>Automatic (recommended)</source>
        <translation>Automatisch (empfohlen)</translation>
    </message>
    <message>
        <source>Mute</source>
        <translation>Stumm</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Teilen</translation>
    </message>
    <message>
        <source>Clip</source>
        <translation>Clip</translation>
    </message>
    <message>
        <source>Plane</source>
        <translation>Ebene</translation>
    </message>
    <message>
        <source>Small window</source>
        <translation>Kleines Fenster</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>Nachrichten</translation>
    </message>
    <message>
        <source>Send a file</source>
        <translation>Datei senden</translation>
    </message>
    <message>
        <source>Without camera</source>
        <translation>Ohne Kamera</translation>
    </message>
    <message>
        <source>Trust the new identity and call</source>
        <translation>Der neuen Identität vertrauen und anrufen</translation>
    </message>
    <message>
        <source>Hear and see yourself as others do</source>
        <translation>Sich hören und sehen, wie andere es tun</translation>
    </message>
    <message>
        <source>Accept the call with the camera off</source>
        <translation>Den Anruf mit ausgeschalteter Kamera annehmen</translation>
    </message>
    <message>
        <source>What was decided and measured in this call</source>
        <translation>Was in diesem Anruf entschieden und gemessen wurde</translation>
    </message>
    <message>
        <source>Bit rate and packet rate of your video, and why they changed</source>
        <translation>Bitrate und Paketrate Ihres Videos, und warum sie sich geändert haben</translation>
    </message>
    <message>
        <source>Rate, loss, delay and buffer of the last minutes</source>
        <translation>Rate, Verlust, Verzögerung und Puffer der letzten Minuten</translation>
    </message>
    <message>
        <source>Show all of the peer&apos;s picture instead of filling the window</source>
        <translation>Das ganze Bild des Gegenübers zeigen, statt das Fenster zu füllen</translation>
    </message>
    <message>
        <source>Keep the peer in sight above all other windows</source>
        <translation>Das Gegenüber über allen anderen Fenstern im Blick behalten</translation>
    </message>
    <message>
        <source>All calls, with their figures and decisions</source>
        <translation>Alle Anrufe, mit ihren Zahlen und Entscheidungen</translation>
    </message>
    <message>
        <source>Copy the link by which others call you</source>
        <translation>Den Link kopieren, unter dem andere Sie anrufen</translation>
    </message>
    <message>
        <source>Read the messages</source>
        <translation>Nachrichten lesen</translation>
    </message>
</context>
<context>
    <name>counterpoint::CallController</name>
    <message>
        <source>You ended the call with %1</source>
        <translation>Sie haben den Anruf mit %1 beendet</translation>
    </message>
    <message>
        <source>You ended the call with yourself</source>
        <translation>Sie haben den Anruf bei sich selbst beendet</translation>
    </message>
    <message>
        <source>%1 hung up</source>
        <translation>%1 hat aufgelegt</translation>
    </message>
    <message>
        <source>%1 is in another call</source>
        <translation>%1 ist in einem anderen Anruf</translation>
    </message>
    <message>
        <source>%1 declined</source>
        <translation>%1 hat abgelehnt</translation>
    </message>
    <message>
        <source>Try again later.</source>
        <translation>Versuchen Sie es später noch einmal.</translation>
    </message>
    <message>
        <source>The address cannot be reached</source>
        <translation>Die Adresse ist nicht erreichbar</translation>
    </message>
    <message>
        <source>%1 does not respond</source>
        <translation>%1 reagiert nicht</translation>
    </message>
    <message>
        <source>Check that it is Counterpoint that listens there.</source>
        <translation>Prüfen Sie, ob dort wirklich Counterpoint läuft.</translation>
    </message>
    <message>
        <source>The two sides have no common ground</source>
        <translation>Beide Seiten haben nichts gemeinsam</translation>
    </message>
    <message>
        <source>Bring both sides to the same version of the program.</source>
        <translation>Bringen Sie beide Seiten auf dieselbe Version des Programms.</translation>
    </message>
    <message>
        <source>%1 said something that makes no sense</source>
        <translation>%1 hat etwas Unverständliches gesendet</translation>
    </message>
    <message>
        <source>Nothing came from %1 any more</source>
        <translation>Von %1 kam nichts mehr</translation>
    </message>
    <message>
        <source>Check the network on both sides and call again.</source>
        <translation>Prüfen Sie das Netz auf beiden Seiten und rufen Sie noch einmal an.</translation>
    </message>
    <message>
        <source>This computer cannot make the call</source>
        <translation>Dieser Rechner kann den Anruf nicht führen</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>Verbindung wird aufgebaut…</translation>
    </message>
    <message>
        <source>Ringing…</source>
        <translation>Es klingelt…</translation>
    </message>
    <message>
        <source>Make sure Counterpoint is running there and no firewall blocks it.</source>
        <translation>Prüfen Sie, dass Counterpoint dort läuft und keine Firewall es blockiert.</translation>
    </message>
    <message>
        <source>Put that right and try again.</source>
        <translation>Beheben Sie das, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>%1 called</source>
        <translation>%1 hat angerufen</translation>
    </message>
    <message>
        <source>Do not tell them anything. Ask by another way whether the identity is a new one.</source>
        <translation>Sagen Sie dort nichts. Fragen Sie auf anderem Weg, ob die Identität eine neue ist.</translation>
    </message>
    <message>
        <source>A contact whose identity you have verified</source>
        <translation>Ein Kontakt, dessen Identität Sie geprüft haben</translation>
    </message>
    <message>
        <source>A contact whose identity you have not verified</source>
        <translation>Ein Kontakt, dessen Identität Sie nicht geprüft haben</translation>
    </message>
    <message>
        <source>Nobody of your contacts; their ID: %1</source>
        <translation>Niemand aus Ihren Kontakten; die ID: %1</translation>
    </message>
    <message>
        <source>&quot;%1&quot; (%2)</source>
        <translation>„%1“ (%2)</translation>
    </message>
    <message>
        <source>%1 did not answer</source>
        <translation>%1 hat nicht abgenommen</translation>
    </message>
</context>
<context>
    <name>counterpoint::CallNotifier</name>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>Annehmen</translation>
    </message>
    <message>
        <source>Decline</source>
        <translation>Ablehnen</translation>
    </message>
    <message>
        <source>%1 is calling</source>
        <translation>%1 ruft an</translation>
    </message>
    <message>
        <source>Accept or decline the call.</source>
        <translation>Nehmen Sie den Anruf an oder lehnen Sie ihn ab.</translation>
    </message>
</context>
<context>
    <name>counterpoint::CallPage</name>
    <message>
        <source>Call</source>
        <translation>Anruf</translation>
    </message>
    <message>
        <source>No picture yet</source>
        <translation>Noch kein Bild</translation>
    </message>
    <message>
        <source>Your camera is off</source>
        <translation>Ihre Kamera ist aus</translation>
    </message>
    <message>
        <source>%1 · %2 lost</source>
        <translation>%1 · %2 Verlust</translation>
    </message>
</context>
<context>
    <name>counterpoint::ClipActions</name>
    <message>
        <source>Play a clip…</source>
        <translation>Clip abspielen…</translation>
    </message>
    <message>
        <source>Pause the clip</source>
        <translation>Clip anhalten</translation>
    </message>
    <message>
        <source>Stop the clip</source>
        <translation>Clip beenden</translation>
    </message>
    <message>
        <source>Back 10 seconds</source>
        <translation>10 Sekunden zurück</translation>
    </message>
    <message>
        <source>On 10 seconds</source>
        <translation>10 Sekunden vor</translation>
    </message>
    <message>
        <source>Play the clip again and again</source>
        <translation>Clip immer wieder abspielen</translation>
    </message>
    <message>
        <source>Mute the clip for the peer</source>
        <translation>Clip für das Gegenüber stummschalten</translation>
    </message>
    <message>
        <source>Hear the clip here too, best with headphones</source>
        <translation>Clip auch hier hören, am besten mit Kopfhörern</translation>
    </message>
    <message>
        <source>Go on with the clip</source>
        <translation>Clip fortsetzen</translation>
    </message>
</context>
<context>
    <name>counterpoint::ClipBar</name>
    <message>
        <source>Opening…</source>
        <translation>Wird geöffnet…</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>To the peer: %1, %2 % of the clip, %3 of %4 pictures/s</source>
        <translation>Zum Gegenüber: %1, %2 % des Clips, %3 von %4 Bildern/s</translation>
    </message>
    <message>
        <source>Clip</source>
        <translation>Clip</translation>
    </message>
    <message>
        <source>Position in the clip</source>
        <translation>Stelle im Clip</translation>
    </message>
    <message>
        <source>Position in the clip: drag, or arrow keys</source>
        <translation>Stelle im Clip: ziehen oder Pfeiltasten</translation>
    </message>
    <message>
        <source>Volume of the clip</source>
        <translation>Lautstärke des Clips</translation>
    </message>
    <message>
        <source>Volume of the clip, for the peer and here</source>
        <translation>Lautstärke des Clips, beim Gegenüber und hier</translation>
    </message>
</context>
<context>
    <name>counterpoint::ClipCommands</name>
    <message>
        <source>Play a clip to the peer</source>
        <translation>Dem Gegenüber einen Clip vorspielen</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Abspielen</translation>
    </message>
    <message>
        <source>MPEG-1 and MPEG-2 video (*.mpg *.mpeg *.m1v *.m2v *.mpv *.vob *.ts *.m2ts *.mts *.dat)</source>
        <translation>MPEG-1- und MPEG-2-Video (*.mpg *.mpeg *.m1v *.m2v *.mpv *.vob *.ts *.m2ts *.mts *.dat)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>A clip is played in a call: call somebody first, then choose it again.</source>
        <translation>Ein Clip wird in einem Anruf abgespielt: Rufen Sie zuerst jemanden an und wählen Sie ihn dann noch einmal.</translation>
    </message>
    <message>
        <source>Drop the file to play it to the peer.</source>
        <translation>Legen Sie die Datei ab, um sie dem Gegenüber vorzuspielen.</translation>
    </message>
    <message>
        <source>%1 files were dropped; drop one clip at a time.</source>
        <translation>%1 Dateien wurden abgelegt; legen Sie immer nur einen Clip ab.</translation>
    </message>
    <message>
        <source>“%1” is not a file on this computer; save it here first, then drop it again.</source>
        <translation>„%1“ ist keine Datei auf diesem Rechner; speichern Sie sie erst hier und legen Sie sie dann noch einmal ab.</translation>
    </message>
    <message>
        <source>The clip is damaged at %1. What is broken is sent as it is, and the clip goes on.</source>
        <translation>Der Clip ist bei %1 beschädigt. Was kaputt ist, wird gesendet, wie es ist, und der Clip läuft weiter.</translation>
    </message>
</context>
<context>
    <name>counterpoint::ContactDialog</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>Link</translation>
    </message>
    <message>
        <source>counterpoint:…, as they sent it to you</source>
        <translation>counterpoint:…, wie Sie ihn bekommen haben</translation>
    </message>
    <message>
        <source>I have verified their identity</source>
        <translation>Ich habe die Identität geprüft</translation>
    </message>
    <message>
        <source>You have compared the words of a call, or got the link from them in person</source>
        <translation>Sie haben die Wörter eines Anrufs verglichen oder den Link persönlich bekommen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Add a contact</source>
        <translation>Kontakt hinzufügen</translation>
    </message>
    <message>
        <source>Edit contact</source>
        <translation>Kontakt bearbeiten</translation>
    </message>
    <message>
        <source>A contact needs a link with an ID: ask for theirs, which &quot;Copy my link&quot; gives, or call them first.</source>
        <translation>Ein Kontakt braucht einen Link mit ID: Fragen Sie danach („Link kopieren“), oder rufen Sie zuerst an.</translation>
    </message>
</context>
<context>
    <name>counterpoint::DemoCallController</name>
    <message>
        <source>Test voice, no loudspeaker</source>
        <translation>Teststimme, kein Lautsprecher</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>Verbindung wird aufgebaut…</translation>
    </message>
    <message>
        <source>The address cannot be reached: %1</source>
        <translation>Die Adresse ist nicht erreichbar: %1</translation>
    </message>
    <message>
        <source>Ringing…</source>
        <translation>Es klingelt…</translation>
    </message>
    <message>
        <source>%1 hung up</source>
        <translation>%1 hat aufgelegt</translation>
    </message>
    <message>
        <source>In a simulated call there is no screen to share; call somebody, or yourself.</source>
        <translation>In einem simulierten Anruf gibt es keinen Bildschirm zu zeigen; rufen Sie jemanden an oder sich selbst.</translation>
    </message>
    <message>
        <source>Make sure Counterpoint is running there and no firewall blocks it.</source>
        <translation>Prüfen Sie, dass Counterpoint dort läuft und keine Firewall es blockiert.</translation>
    </message>
    <message>
        <source>Waiting for sound and pictures…</source>
        <translation>Warten auf Ton und Bild…</translation>
    </message>
    <message>
        <source>Demonstration</source>
        <translation>Vorführung</translation>
    </message>
    <message>
        <source>You ended the call with %1</source>
        <translation>Sie haben den Anruf mit %1 beendet</translation>
    </message>
</context>
<context>
    <name>counterpoint::DeviceMenu</name>
    <message>
        <source>Camera</source>
        <translation>Kamera</translation>
    </message>
    <message>
        <source>Microphone and loudspeaker</source>
        <translation>Mikrofon und Lautsprecher</translation>
    </message>
    <message>
        <source>Microphone</source>
        <translation>Mikrofon</translation>
    </message>
    <message>
        <source>Loudspeaker</source>
        <translation>Lautsprecher</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Muted</source>
        <translation>Stumm</translation>
    </message>
    <message>
        <source>Volume of the peer</source>
        <translation>Lautstärke des Gegenübers</translation>
    </message>
    <message>
        <source>Volume of the peer, in this call: drag, or arrow keys</source>
        <translation>Lautstärke des Gegenübers in diesem Anruf: ziehen oder Pfeiltasten</translation>
    </message>
</context>
<context>
    <name>counterpoint::DevicesPage</name>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>Camera</source>
        <translation>Kamera</translation>
    </message>
    <message>
        <source>No picture yet</source>
        <translation>Noch kein Bild</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>Microphone</source>
        <translation>Mikrofon</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>Pegel</translation>
    </message>
    <message>
        <source>Speak: the bar should move well into its right half.</source>
        <translation>Sprechen Sie: Der Balken sollte deutlich in die rechte Hälfte ausschlagen.</translation>
    </message>
    <message>
        <source>Loudspeaker</source>
        <translation>Lautsprecher</translation>
    </message>
    <message>
        <source>Play a test sound</source>
        <translation>Testton abspielen</translation>
    </message>
    <message>
        <source>A tone of a second from the loudspeaker</source>
        <translation>Ein Ton von einer Sekunde aus dem Lautsprecher</translation>
    </message>
    <message>
        <source>Echo test</source>
        <translation>Echotest</translation>
    </message>
    <message>
        <source>Speak for three seconds and hear yourself afterwards</source>
        <translation>Sprechen Sie drei Sekunden und hören Sie sich danach selbst</translation>
    </message>
    <message>
        <source>Try it</source>
        <translation>Ausprobieren</translation>
    </message>
    <message>
        <source>Automatic (camera or test card)</source>
        <translation>Automatisch (Kamera oder Testbild)</translation>
    </message>
    <message>
        <source>Automatic (the desktop&apos;s, or a voice)</source>
        <translation>Automatisch (Desktop oder Teststimme)</translation>
    </message>
    <message>
        <source>Automatic (the desktop&apos;s, or none)</source>
        <translation>Automatisch (Desktop oder keiner)</translation>
    </message>
    <message>
        <source>You are in a call: ask the peer how you sound.</source>
        <translation>Sie sind in einem Anruf: Fragen Sie das Gegenüber, wie Sie klingen.</translation>
    </message>
    <message>
        <source>You should hear a tone now.</source>
        <translation>Sie sollten jetzt einen Ton hören.</translation>
    </message>
    <message>
        <source>Speak now…</source>
        <translation>Sprechen Sie jetzt…</translation>
    </message>
    <message>
        <source>This is how you sound.</source>
        <translation>So klingen Sie.</translation>
    </message>
    <message>
        <source>A running call takes another device at once, unless it began with none.</source>
        <translation>Ein laufender Anruf übernimmt ein anderes Gerät sofort, außer wenn er ohne eines begonnen hat.</translation>
    </message>
    <message>
        <source>Play a ring tone</source>
        <translation>Klingelton abspielen</translation>
    </message>
    <message>
        <source>Incoming call</source>
        <translation>Eingehender Anruf</translation>
    </message>
    <message>
        <source>You hear that somebody calls you, and that the peer&apos;s program rings.</source>
        <translation>Sie hören, dass jemand anruft, und dass das Programm des Gegenübers klingelt.</translation>
    </message>
    <message>
        <source>Cancel echo</source>
        <translation>Echo unterdrücken</translation>
    </message>
    <message>
        <source>The peer does not hear their own voice from your loudspeaker.</source>
        <translation>Das Gegenüber hört die eigene Stimme nicht aus Ihrem Lautsprecher.</translation>
    </message>
    <message>
        <source>Suppress noise</source>
        <translation>Rauschen unterdrücken</translation>
    </message>
    <message>
        <source>Fans and the like are sent more quietly.</source>
        <translation>Lüfter und Ähnliches werden leiser gesendet.</translation>
    </message>
    <message>
        <source>Adjust the level</source>
        <translation>Lautstärke angleichen</translation>
    </message>
    <message>
        <source>Quiet and loud voices are sent alike.</source>
        <translation>Leise und laute Stimmen werden gleich laut gesendet.</translation>
    </message>
    <message>
        <source>Your voice</source>
        <translation>Ihre Stimme</translation>
    </message>
    <message>
        <source>For real microphones, from the next call on.</source>
        <translation>Für echte Mikrofone, ab dem nächsten Anruf.</translation>
    </message>
    <message>
        <source>Send the sound of other programs</source>
        <translation>Ton anderer Programme senden</translation>
    </message>
    <message>
        <source>Shared screen</source>
        <translation>Geteilter Bildschirm</translation>
    </message>
    <message>
        <source>The peer also hears what other programs play while you share the screen.</source>
        <translation>Die Gegenseite hört auch, was andere Programme abspielen, während Sie den Bildschirm teilen.</translation>
    </message>
</context>
<context>
    <name>counterpoint::EntryList</name>
    <message>
        <source>Decision</source>
        <translation>Entscheidung</translation>
    </message>
    <message>
        <source>Call</source>
        <translation>Anruf</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>Video</source>
        <translation>Video</translation>
    </message>
    <message>
        <source>Clip</source>
        <translation>Clip</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>Weg</translation>
    </message>
    <message>
        <source>Encryption</source>
        <translation>Verschlüsselung</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>Sonstiges</translation>
    </message>
    <message>
        <source>Which entries are shown</source>
        <translation>Welche Einträge zu sehen sind</translation>
    </message>
    <message>
        <source>Decisions and events</source>
        <translation>Entscheidungen und Ereignisse</translation>
    </message>
    <message>
        <source>All entries</source>
        <translation>Alle Einträge</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>program of the peer: %1</source>
        <translation>Programm des Gegenübers: %1</translation>
    </message>
</context>
<context>
    <name>counterpoint::ExportDialog</name>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Page with plots (HTML)</source>
        <translation>Seite mit Diagrammen (HTML)</translation>
    </message>
    <message>
        <source>Table of measurements (CSV)</source>
        <translation>Tabelle der Messwerte (CSV)</translation>
    </message>
    <message>
        <source>The log itself (JSON Lines)</source>
        <translation>Das Protokoll selbst (JSON Lines)</translation>
    </message>
    <message>
        <source>Picture of this view (PNG)</source>
        <translation>Bild dieser Ansicht (PNG)</translation>
    </message>
    <message>
        <source>File to write</source>
        <translation>Zu schreibende Datei</translation>
    </message>
    <message>
        <source>&amp;Browse…</source>
        <translation>&amp;Durchsuchen…</translation>
    </message>
    <message>
        <source>&amp;Leave out names and addresses of people, devices and files</source>
        <translation>&amp;Namen und Adressen (Personen, Geräte, Dateien) weglassen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation>&amp;Exportieren</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Export to</source>
        <translation>Exportieren nach</translation>
    </message>
    <message>
        <source>%1 is there already. Replace it?</source>
        <translation>%1 gibt es schon. Ersetzen?</translation>
    </message>
    <message>
        <source>Write the name of the file to export to.</source>
        <translation>Schreiben Sie den Namen der Datei, in die exportiert werden soll.</translation>
    </message>
    <message>
        <source>%1 is a folder: write the name of a file in it.</source>
        <translation>%1 ist ein Ordner: Schreiben Sie den Namen einer Datei darin.</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Export a call</source>
        <translation>Anruf exportieren</translation>
    </message>
</context>
<context>
    <name>counterpoint::FiguresPanel</name>
    <message>
        <source>Figures of the call</source>
        <translation>Zahlen zum Anruf</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>Weg</translation>
    </message>
    <message>
        <source>round trip %1</source>
        <translation>Umlaufzeit %1</translation>
    </message>
    <message>
        <source>buffer %1</source>
        <translation>Puffer %1</translation>
    </message>
    <message>
        <source>Compare by voice: %1</source>
        <translation>Durch Vorlesen vergleichen: %1</translation>
    </message>
    <message>
        <source>%1 lost</source>
        <translation>%1 verloren</translation>
    </message>
</context>
<context>
    <name>counterpoint::FileRow</name>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Speichern unter…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Im Ordner zeigen</translation>
    </message>
    <message>
        <source>Keep it in the folder for downloads</source>
        <translation>Im Ordner für Downloads ablegen</translation>
    </message>
    <message>
        <source>%1 · waits for the peer</source>
        <translation>%1 · wartet auf das Gegenüber</translation>
    </message>
    <message>
        <source>%1 · take it?</source>
        <translation>%1 · annehmen?</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1 · sent</source>
        <translation>%1 · gesendet</translation>
    </message>
    <message>
        <source>%1 · kept as %2</source>
        <translation>%1 · abgelegt als %2</translation>
    </message>
    <message>
        <source>The peer did not take it</source>
        <translation>Das Gegenüber hat sie nicht angenommen</translation>
    </message>
    <message>
        <source>You did not take it</source>
        <translation>Sie haben sie nicht angenommen</translation>
    </message>
    <message>
        <source>You stopped it</source>
        <translation>Sie haben abgebrochen</translation>
    </message>
    <message>
        <source>The peer stopped it</source>
        <translation>Das Gegenüber hat abgebrochen</translation>
    </message>
    <message>
        <source>File %1</source>
        <translation>Datei %1</translation>
    </message>
    <message>
        <source>Progress of %1</source>
        <translation>Fortschritt von %1</translation>
    </message>
    <message>
        <source>Decline</source>
        <translation>Ablehnen</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
</context>
<context>
    <name>counterpoint::FloatingPicture</name>
    <message>
        <source>Own picture</source>
        <translation>Eigenes Bild</translation>
    </message>
    <message>
        <source>The arrow keys move it.</source>
        <translation>Die Pfeiltasten verschieben es.</translation>
    </message>
    <message>
        <source>Your own picture: drag it, or move it with the arrow keys</source>
        <translation>Ihr eigenes Bild: mit der Maus oder den Pfeiltasten verschieben</translation>
    </message>
    <message>
        <source>Microphone is off</source>
        <translation>Mikrofon ist aus</translation>
    </message>
    <message>
        <source>%1
The peer gets %2</source>
        <translation>%1
Das Gegenüber sieht %2</translation>
    </message>
</context>
<context>
    <name>counterpoint::HostCallController</name>
    <message>
        <source>Ask for the link again, or type the address.</source>
        <translation>Bitten Sie noch einmal um den Link oder tippen Sie die Adresse ein.</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>Verbindung wird aufgebaut…</translation>
    </message>
</context>
<context>
    <name>counterpoint::HostDeviceCatalog</name>
    <message>
        <source>Test card</source>
        <translation>Testbild</translation>
    </message>
    <message>
        <source>Test voice</source>
        <translation>Teststimme</translation>
    </message>
    <message>
        <source>Clicks in step with the test card</source>
        <translation>Klicks im Takt des Testbilds</translation>
    </message>
    <message>
        <source>Test tone %1 Hz</source>
        <translation>Testton %1 Hz</translation>
    </message>
    <message>
        <source>No camera</source>
        <translation>Keine Kamera</translation>
    </message>
    <message>
        <source>No microphone</source>
        <translation>Kein Mikrofon</translation>
    </message>
    <message>
        <source>No loudspeaker</source>
        <translation>Kein Lautsprecher</translation>
    </message>
</context>
<context>
    <name>counterpoint::IncomingBanner</name>
    <message>
        <source>%1 is calling</source>
        <translation>%1 ruft an</translation>
    </message>
</context>
<context>
    <name>counterpoint::LevelMeter</name>
    <message>
        <source>Microphone level</source>
        <translation>Mikrofonpegel</translation>
    </message>
</context>
<context>
    <name>counterpoint::LimitsPage</name>
    <message>
        <source>Limits</source>
        <translation>Grenzen</translation>
    </message>
    <message>
        <source>VP8, takes less of the processor</source>
        <translation>VP8, braucht weniger Rechenleistung</translation>
    </message>
    <message>
        <source>VP9, looks better at the same rate</source>
        <translation>VP9, sieht bei gleicher Rate besser aus</translation>
    </message>
    <message>
        <source>Video codec</source>
        <translation>Videokodierung</translation>
    </message>
    <message>
        <source>Preferred; the peer may choose otherwise.</source>
        <translation>Bevorzugt; das Gegenüber kann anders wählen.</translation>
    </message>
    <message>
        <source>kbit/s</source>
        <translation>kbit/s</translation>
    </message>
    <message>
        <source>Starting video bit rate</source>
        <translation>Anfängliche Video-Bitrate</translation>
    </message>
    <message>
        <source>Where a call begins; in mode fixed it stays there.</source>
        <translation>Hier beginnt ein Anruf; im Modus fixed bleibt er dabei.</translation>
    </message>
    <message>
        <source>Minimum video bit rate</source>
        <translation>Minimale Video-Bitrate</translation>
    </message>
    <message>
        <source>No mode sends less video. Where the path has not even that, video stops and sound goes on.</source>
        <translation>Kein Modus sendet weniger Video. Wo der Pfad nicht einmal das trägt, hält das Bild an und der Ton geht weiter.</translation>
    </message>
    <message>
        <source>Maximum video bit rate</source>
        <translation>Maximale Video-Bitrate</translation>
    </message>
    <message>
        <source>For networks where data cost money, or to leave room for others.</source>
        <translation>Für Netze, in denen Daten Geld kosten, oder um anderen Platz zu lassen.</translation>
    </message>
    <message>
        <source>frames/s</source>
        <translation>Bilder/s</translation>
    </message>
    <message>
        <source>Maximum frame rate</source>
        <translation>Maximale Bildrate</translation>
    </message>
    <message>
        <source>Largest picture</source>
        <translation>Größtes Bild</translation>
    </message>
    <message>
        <source>What the camera is asked for. Larger pictures need a faster processor.</source>
        <translation>Was von der Kamera verlangt wird. Größere Bilder brauchen einen schnelleren Rechner.</translation>
    </message>
    <message>
        <source>Sound bit rate</source>
        <translation>Ton-Bitrate</translation>
    </message>
    <message>
        <source>32 kbit/s are clear speech.</source>
        <translation>32 kbit/s geben klare Sprache.</translation>
    </message>
    <message>
        <source>Largest datagram</source>
        <translation>Größtes Datagramm</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>Byte</translation>
    </message>
    <message>
        <source>Of media, without IP and UDP headers. Tunnels may need less than the usual 1200.</source>
        <translation>Mit Medien, ohne IP- und UDP-Köpfe. Tunnel brauchen manchmal weniger als die üblichen 1200.</translation>
    </message>
    <message>
        <source>More than the maximum video bit rate: lower one or raise the other.</source>
        <translation>Mehr als die maximale Video-Bitrate: verringern Sie die eine oder erhöhen Sie die andere.</translation>
    </message>
    <message>
        <source>What a call may use at most. The camera keeps to the largest picture and frame rate at once, all else holds from the next call on.</source>
        <translation>Was ein Anruf höchstens verbrauchen darf. Größtes Bild und Bildrate der Kamera gelten sofort, alles andere ab dem nächsten Anruf.</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>Sound in a packet</source>
        <translation>Ton in einem Paket</translation>
    </message>
    <message>
        <source>Longer packets suit networks that count packets. They add delay, and a lost one is heard more.</source>
        <translation>Längere Pakete passen zu Netzen, die Pakete zählen. Sie verzögern mehr, und ein verlorenes hört man eher.</translation>
    </message>
</context>
<context>
    <name>counterpoint::LinkDialog</name>
    <message>
        <source>Your link</source>
        <translation>Ihr Link</translation>
    </message>
    <message>
        <source>QR code of your link</source>
        <translation>QR-Code Ihres Links</translation>
    </message>
    <message>
        <source>Send it to anyone who should call you, or let them scan it.</source>
        <translation>Für alle, die Sie anrufen sollen: zum Senden oder Einlesen.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Addresses in your network: %1</source>
        <translation>Adressen in Ihrem Netz: %1</translation>
    </message>
</context>
<context>
    <name>counterpoint::LogList</name>
    <message>
        <source>Date</source>
        <translation>Datum</translation>
    </message>
    <message>
        <source>Peer</source>
        <translation>Gegenüber</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>Modus</translation>
    </message>
    <message>
        <source>Mean rate sent</source>
        <translation>Senderate</translation>
    </message>
    <message>
        <source>Quality</source>
        <translation>Qualität</translation>
    </message>
    <message>
        <source>No calls are recorded yet. A log of any call can be dropped here.</source>
        <translation>Noch sind keine Anrufe aufgezeichnet. Das Protokoll jedes Anrufs kann hier abgelegt werden.</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>nicht lesbar</translation>
    </message>
    <message>
        <source>The log ends in mid-call.</source>
        <translation>Das Protokoll endet mitten im Anruf.</translation>
    </message>
    <message>
        <source>declined</source>
        <translation>abgelehnt</translation>
    </message>
    <message>
        <source>given up</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>missed</source>
        <translation>verpasst</translation>
    </message>
    <message>
        <source>busy</source>
        <translation>besetzt</translation>
    </message>
    <message>
        <source>not answered</source>
        <translation>ohne Antwort</translation>
    </message>
    <message>
        <source>not reached</source>
        <translation>nicht erreicht</translation>
    </message>
    <message>
        <source>connection lost</source>
        <translation>Verbindung verloren</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>gescheitert</translation>
    </message>
    <message>
        <source>incoming</source>
        <translation>eingehend</translation>
    </message>
    <message>
        <source>outgoing</source>
        <translation>ausgehend</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Search by peer, date, call, mode or quality</source>
        <translation>Suche nach Gegenüber, Datum, Anruf, Modus oder Qualität</translation>
    </message>
    <message>
        <source>Call</source>
        <translation>Anruf</translation>
    </message>
    <message>
        <source>Search in the call history</source>
        <translation>Im Anrufverlauf suchen</translation>
    </message>
    <message>
        <source>Call history</source>
        <translation>Anrufverlauf</translation>
    </message>
    <message>
        <source>No call fits the search.</source>
        <translation>Kein Anruf passt zur Suche.</translation>
    </message>
</context>
<context>
    <name>counterpoint::LogView</name>
    <message>
        <source>Play</source>
        <translation>Abspielen</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>%1×</source>
        <translation>%1×</translation>
    </message>
    <message>
        <source>At %1 times the speed (%2)</source>
        <translation>Mit der %1-fachen Geschwindigkeit (%2)</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>The moment of the call that is shown</source>
        <translation>Der gezeigte Zeitpunkt des Anrufs</translation>
    </message>
</context>
<context>
    <name>counterpoint::LogWindow</name>
    <message>
        <source>All calls</source>
        <translation>Alle Anrufe</translation>
    </message>
    <message>
        <source>Open file…</source>
        <translation>Datei öffnen…</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>Löschen…</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Open (Return)</source>
        <translation>Öffnen (Eingabetaste)</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>Menü</translation>
    </message>
    <message>
        <source>Reading the log</source>
        <translation>Das Protokoll wird gelesen</translation>
    </message>
    <message>
        <source>This log ends in mid-call.</source>
        <translation>Dieses Protokoll endet mitten im Anruf.</translation>
    </message>
    <message>
        <source>Nothing was measured in this call: it never came about.</source>
        <translation>In diesem Anruf wurde nichts gemessen: Er kam nie zustande.</translation>
    </message>
    <message>
        <source>Open a log</source>
        <translation>Protokoll öffnen</translation>
    </message>
    <message>
        <source>Session logs (*.jsonl);;All files (*)</source>
        <translation>Protokolle (*.jsonl);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Delete the log %1? This cannot be undone.</source>
        <translation>Das Protokoll %1 löschen? Das lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>%1. Choose another log: this one cannot be shown.</source>
        <translation>%1. Wählen Sie ein anderes Protokoll: Dieses kann nicht gezeigt werden.</translation>
    </message>
    <message>
        <source>%1. Everything else in the log is shown.</source>
        <translation>%1. Alles andere im Protokoll wird gezeigt.</translation>
    </message>
    <message>
        <source>Call history</source>
        <translation>Anrufverlauf</translation>
    </message>
    <message>
        <source>Delete a call</source>
        <translation>Anruf löschen</translation>
    </message>
    <message>
        <source>Exported as %1</source>
        <translation>Exportiert als %1</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Im Ordner zeigen</translation>
    </message>
</context>
<context>
    <name>counterpoint::LogsPage</name>
    <message>
        <source>Write the whole path, beginning with &quot;/&quot;.</source>
        <translation>Schreiben Sie den ganzen Pfad, beginnend mit „/“.</translation>
    </message>
    <message>
        <source>There is a file of that name: choose a folder.</source>
        <translation>Eine Datei trägt diesen Namen: Wählen Sie einen Ordner.</translation>
    </message>
    <message>
        <source>You may not write in %1: choose another folder.</source>
        <translation>Sie dürfen in %1 nicht schreiben: Wählen Sie einen anderen Ordner.</translation>
    </message>
    <message>
        <source>Logs</source>
        <translation>Protokolle</translation>
    </message>
    <message>
        <source>Every call leaves a log of its figures and decisions, without sound and pictures. It stays on this computer.</source>
        <translation>Jeder Anruf hinterlässt ein Protokoll seiner Zahlen und Entscheidungen, ohne Ton und Bild. Es bleibt auf diesem Rechner.</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Default folder</source>
        <translation>Standardordner</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen…</translation>
    </message>
    <message>
        <source>Choose a folder for logs</source>
        <translation>Ordner für Protokolle wählen</translation>
    </message>
    <message>
        <source>Empty: ~/.local/state/counterpoint/sessions. From the next call on.</source>
        <translation>Leer: ~/.local/state/counterpoint/sessions. Ab dem nächsten Anruf.</translation>
    </message>
    <message>
        <source>forever</source>
        <translation>unbegrenzt</translation>
    </message>
    <message>
        <source>Keep logs (days)</source>
        <translation>Protokolle behalten (Tage)</translation>
    </message>
    <message>
        <source>Older ones are deleted when Counterpoint starts.</source>
        <translation>Ältere werden beim Start von Counterpoint gelöscht.</translation>
    </message>
    <message>
        <source>Leave out who was called</source>
        <translation>Weglassen, wer angerufen wurde</translation>
    </message>
    <message>
        <source>Addresses</source>
        <translation>Adressen</translation>
    </message>
    <message>
        <source>So that a log can be shown to others. From the next call on.</source>
        <translation>Damit ein Protokoll anderen gezeigt werden kann. Ab dem nächsten Anruf.</translation>
    </message>
    <message>
        <source>Folder for logs</source>
        <translation>Ordner für Protokolle</translation>
    </message>
</context>
<context>
    <name>counterpoint::MainWindow</name>
    <message>
        <source>Counterpoint</source>
        <translation>Counterpoint</translation>
    </message>
    <message>
        <source>%1 is calling</source>
        <translation>%1 ruft an</translation>
    </message>
    <message>
        <source>Calling %1</source>
        <translation>%1 wird angerufen</translation>
    </message>
    <message>
        <source>Connecting to %1</source>
        <translation>Verbinden mit %1</translation>
    </message>
    <message>
        <source>No picture yet</source>
        <translation>Noch kein Bild</translation>
    </message>
    <message>
        <source>Your camera is off</source>
        <translation>Ihre Kamera ist aus</translation>
    </message>
    <message>
        <source>You are in a call; the address waits for its end: %1</source>
        <translation>Sie sind in einem Anruf; die Adresse wartet auf sein Ende: %1</translation>
    </message>
    <message>
        <source>Link copied. Send it to anyone who should call you.</source>
        <translation>Link kopiert. Senden Sie ihn allen, die Sie anrufen sollen.</translation>
    </message>
    <message>
        <source>The call failed</source>
        <translation>Der Anruf ist gescheitert</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>Call again</source>
        <translation>Noch einmal anrufen</translation>
    </message>
    <message>
        <source>Missed call</source>
        <translation>Verpasster Anruf</translation>
    </message>
    <message>
        <source>Connection lost</source>
        <translation>Verbindung verloren</translation>
    </message>
    <message>
        <source>%1 – Counterpoint</source>
        <translation>%1 – Counterpoint</translation>
    </message>
    <message>
        <source>Call ended</source>
        <translation>Anruf beendet</translation>
    </message>
    <message>
        <source>You are muted. Press %1 to speak.</source>
        <translation>Ihr Mikrofon ist aus. %1 schaltet es ein.</translation>
    </message>
    <message>
        <source>End the call?</source>
        <translation>Anruf beenden?</translation>
    </message>
    <message>
        <source>Closing the window ends the call with %1.</source>
        <translation>Wenn das Fenster geschlossen wird, endet der Anruf mit %1.</translation>
    </message>
    <message>
        <source>End call</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>The picture fills the screen: W shows all of it, and Esc leaves full screen.</source>
        <translation>Das Bild füllt den Bildschirm: W zeigt es ganz, und Esc verlässt das Vollbild.</translation>
    </message>
    <message>
        <source>Calling yourself</source>
        <translation>Sie rufen sich selbst an</translation>
    </message>
    <message>
        <source>Closing the window ends the call with yourself.</source>
        <translation>Wird das Fenster geschlossen, endet der Anruf bei Ihnen selbst.</translation>
    </message>
    <message>
        <source>The camera is closed while you are away</source>
        <translation>Die Kamera ist zu, solange Sie weg sind</translation>
    </message>
</context>
<context>
    <name>counterpoint::MessageCommands</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 sends the file %2 (%3): open the messages to take it.</source>
        <translation>%1 sendet die Datei %2 (%3): öffnen Sie die Nachrichten, um sie anzunehmen.</translation>
    </message>
    <message>
        <source>%1 has been sent.</source>
        <translation>%1 ist gesendet.</translation>
    </message>
    <message>
        <source>%1 has arrived: %2</source>
        <translation>%1 ist angekommen: %2</translation>
    </message>
    <message>
        <source>Send a file to the peer</source>
        <translation>Dem Gegenüber eine Datei senden</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Senden</translation>
    </message>
    <message>
        <source>Save the file of the peer</source>
        <translation>Datei des Gegenübers speichern</translation>
    </message>
</context>
<context>
    <name>counterpoint::MessagePanel</name>
    <message>
        <source>Messages</source>
        <translation>Nachrichten</translation>
    </message>
    <message>
        <source>Close messages</source>
        <translation>Nachrichten schließen</translation>
    </message>
    <message>
        <source>What was written</source>
        <translation>Geschriebenes</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Nachricht</translation>
    </message>
    <message>
        <source>Write a message</source>
        <translation>Nachricht schreiben</translation>
    </message>
    <message>
        <source>Return sends it</source>
        <translation>Die Eingabetaste sendet sie</translation>
    </message>
    <message>
        <source>Send message</source>
        <translation>Nachricht senden</translation>
    </message>
    <message>
        <source>The peer takes no messages in this call.</source>
        <translation>Das Gegenüber nimmt in diesem Anruf keine Nachrichten an.</translation>
    </message>
    <message>
        <source>Not delivered</source>
        <translation>Nicht zugestellt</translation>
    </message>
    <message>
        <source>Sending…</source>
        <translation>Wird gesendet…</translation>
    </message>
    <message>
        <source>You: %1</source>
        <translation>Sie: %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>What you write here goes to the peer alone, encrypted. It is kept nowhere: it can be read until you leave the page after the call. Files are never opened by themselves.</source>
        <translation>Was Sie hier schreiben, geht verschlüsselt nur an das Gegenüber. Es wird nirgends gespeichert: lesbar ist es, bis Sie die Seite nach dem Anruf verlassen. Dateien werden nie von selbst geöffnet.</translation>
    </message>
    <message>
        <source>%1 (not delivered)</source>
        <translation>%1 (nicht zugestellt)</translation>
    </message>
</context>
<context>
    <name>counterpoint::NetworkPage</name>
    <message>
        <source>Network</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>any</source>
        <translation>beliebig</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Port</translation>
    </message>
    <message>
        <source>TCP, where others reach you; media use UDP ports of their own. Calls that go on stay where they are.</source>
        <translation>TCP, hier sind Sie erreichbar; Medien nutzen eigene UDP-Ports. Laufende Anrufe bleiben, wo sie sind.</translation>
    </message>
    <message>
        <source>UDP</source>
        <translation>UDP</translation>
    </message>
    <message>
        <source>TCP, if the peer wants it too</source>
        <translation>TCP, wenn das Gegenüber es auch will</translation>
    </message>
    <message>
        <source>Video goes over</source>
        <translation>Das Bild geht über</translation>
    </message>
    <message>
        <source>TCP repeats what is lost and stops for it: for comparison, or where UDP is slowed down. From the next call on.</source>
        <translation>TCP wiederholt Verlorenes und hält dafür an: zum Vergleich, oder wo UDP gebremst wird. Ab dem nächsten Anruf.</translation>
    </message>
    <message>
        <source>Connect while it rings</source>
        <translation>Beim Klingeln verbinden</translation>
    </message>
    <message>
        <source>Calls of contacts</source>
        <translation>Anrufe von Kontakten</translation>
    </message>
    <message>
        <source>You hear each other as soon as you accept. Until then a contact who calls learns your address, but nothing of camera and microphone.</source>
        <translation>Sie hören einander, sobald Sie annehmen. Bis dahin erfährt ein Kontakt, der anruft, Ihre Adresse, aber nichts von Kamera und Mikrofon.</translation>
    </message>
    <message>
        <source>Tell contacts that they can call</source>
        <translation>Kontakten sagen, dass sie anrufen können</translation>
    </message>
    <message>
        <source>Presence</source>
        <translation>Erreichbarkeit</translation>
    </message>
    <message>
        <source>Stay reachable when the window is closed</source>
        <translation>Auch bei geschlossenem Fenster erreichbar</translation>
    </message>
    <message>
        <source>Closing</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>An icon in the desktop&apos;s tray, if there is one, opens the window again.</source>
        <translation>Ein Symbol im Infobereich der Arbeitsumgebung, falls es einen gibt, öffnet das Fenster wieder.</translation>
    </message>
    <message>
        <source>Do not disturb</source>
        <translation>Nicht stören</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>Anrufe</translation>
    </message>
    <message>
        <source>Nobody rings: callers hear that nobody answers, and you find missed calls. Contacts see you as away.</source>
        <translation>Es klingelt nicht: Anrufer erfahren, dass niemand abnimmt, und Sie finden verpasste Anrufe. Für Kontakte sind Sie nicht da.</translation>
    </message>
    <message>
        <source>While the program runs, your contacts see that you can be called, and you see it of them; nobody else learns it.</source>
        <translation>Solange das Programm läuft, sehen Ihre Kontakte, dass Sie erreichbar sind, und Sie sehen es von ihnen; sonst erfährt es niemand.</translation>
    </message>
    <message>
        <source>Start with the desktop</source>
        <translation>Mit der Arbeitsumgebung starten</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>In the tray, without its window, so that you can be called once you have logged in; only for those who stay reachable.</source>
        <translation>Im Infobereich, ohne Fenster, damit man Sie nach dem Anmelden anrufen kann; nur wenn Sie erreichbar bleiben.</translation>
    </message>
</context>
<context>
    <name>counterpoint::NoticePage</name>
    <message>
        <source>Own picture</source>
        <translation>Eigenes Bild</translation>
    </message>
    <message>
        <source>No picture yet</source>
        <translation>Noch kein Bild</translation>
    </message>
</context>
<context>
    <name>counterpoint::OwnCard</name>
    <message>
        <source>Your name</source>
        <translation>Ihr Name</translation>
    </message>
    <message>
        <source>Whoever you call, or who calls you, sees it</source>
        <translation>Alle, mit denen Sie sprechen, sehen ihn</translation>
    </message>
    <message>
        <source>Nobody can call you.</source>
        <translation>Niemand kann Sie anrufen.</translation>
    </message>
    <message>
        <source>In your network you can be called at %1</source>
        <translation>In Ihrem Netz erreichbar unter %1</translation>
    </message>
    <message>
        <source>Do not disturb: calls do not ring.</source>
        <translation>Nicht stören: Anrufe klingeln nicht.</translation>
    </message>
    <message>
        <source>Let them ring</source>
        <translation>Klingeln lassen</translation>
    </message>
    <message>
        <source>From other networks: not known. Name a STUN server in the settings to find out.</source>
        <translation>Aus anderen Netzen: nicht bekannt. Nennen Sie in den Einstellungen einen STUN-Server, um es herauszufinden.</translation>
    </message>
    <message>
        <source>From other networks: being found out…</source>
        <translation>Aus anderen Netzen: wird herausgefunden…</translation>
    </message>
    <message>
        <source>From other networks: not known, as no STUN server answers. Check the servers in the settings.</source>
        <translation>Aus anderen Netzen: nicht bekannt, da kein STUN-Server antwortet. Prüfen Sie die Server in den Einstellungen.</translation>
    </message>
    <message>
        <source>From other networks: yes, at %1, unless a firewall is in between.</source>
        <translation>Aus anderen Netzen: ja, unter %1, falls keine Firewall dazwischen ist.</translation>
    </message>
    <message>
        <source>From other networks: by your ID. Your router (%1) lets media through; at its address you are found only if it forwards your port.</source>
        <translation>Aus anderen Netzen: über Ihre ID. Ihr Router (%1) lässt Medien durch; unter seiner Adresse findet man Sie nur, wenn er Ihren Port weiterleitet.</translation>
    </message>
    <message>
        <source>From other networks: by your ID and a relay, as your router gives each peer another address.</source>
        <translation>Aus anderen Netzen: über Ihre ID und ein Relay, da Ihr Router jedem Gegenüber eine andere Adresse gibt.</translation>
    </message>
    <message>
        <source>From other networks: hardly, as your router gives each peer another address. Name a relay in the settings.</source>
        <translation>Aus anderen Netzen: kaum, da Ihr Router jedem Gegenüber eine andere Adresse gibt. Nennen Sie in den Einstellungen ein Relay.</translation>
    </message>
</context>
<context>
    <name>counterpoint::PeerPicture</name>
    <message>
        <source>Picture of the peer</source>
        <translation>Bild des Gegenübers</translation>
    </message>
    <message>
        <source>Waiting for the peer&apos;s picture…</source>
        <translation>Warten auf das Bild des Gegenübers…</translation>
    </message>
</context>
<context>
    <name>counterpoint::PeerPill</name>
    <message>
        <source>Their microphone is off</source>
        <translation>Mikrofon des Gegenübers ist aus</translation>
    </message>
    <message>
        <source>shares the screen</source>
        <translation>teilt den Bildschirm</translation>
    </message>
    <message>
        <source>plays %1</source>
        <translation>spielt %1</translation>
    </message>
    <message>
        <source>paused %1</source>
        <translation>%1 angehalten</translation>
    </message>
    <message>
        <source>Click for the figures of the call</source>
        <translation>Klick zeigt die Zahlen des Anrufs</translation>
    </message>
    <message>
        <source>Encrypted. Compare by voice: %1</source>
        <translation>Verschlüsselt. Durch Vorlesen vergleichen: %1</translation>
    </message>
</context>
<context>
    <name>counterpoint::PeerTile</name>
    <message>
        <source>%1: the camera is off</source>
        <translation>%1: Die Kamera ist aus</translation>
    </message>
    <message>
        <source>Camera is off</source>
        <translation>Kamera ist aus</translation>
    </message>
</context>
<context>
    <name>counterpoint::PeopleList</name>
    <message>
        <source>yesterday %1</source>
        <translation>gestern %1</translation>
    </message>
    <message>
        <source>Outgoing</source>
        <translation>Ausgehend</translation>
    </message>
    <message>
        <source>Not answered</source>
        <translation>Nicht angenommen</translation>
    </message>
    <message>
        <source>Incoming</source>
        <translation>Eingehend</translation>
    </message>
    <message>
        <source>Missed</source>
        <translation>Verpasst</translation>
    </message>
    <message>
        <source>Declined</source>
        <translation>Abgelehnt</translation>
    </message>
    <message>
        <source>Add a contact</source>
        <translation>Kontakt hinzufügen</translation>
    </message>
    <message>
        <source>Click to choose, double-click or Return to call</source>
        <translation>Klick wählt aus, Doppelklick oder Eingabetaste ruft an</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>Zuletzt</translation>
    </message>
    <message>
        <source>Contacts</source>
        <translation>Kontakte</translation>
    </message>
    <message>
        <source>Recent calls</source>
        <translation>Letzte Anrufe</translation>
    </message>
    <message>
        <source>Nobody yet. Add people by their links.</source>
        <translation>Noch niemand. Über ihren Link fügen Sie Leute hinzu.</translation>
    </message>
    <message>
        <source>No calls yet.</source>
        <translation>Noch keine Anrufe.</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Call %1 back</source>
        <translation>%1 zurückrufen</translation>
    </message>
    <message>
        <source>Call %1</source>
        <translation>%1 anrufen</translation>
    </message>
    <message>
        <source>Not called yet</source>
        <translation>Noch nie angerufen</translation>
    </message>
    <message>
        <source>%1 · not verified</source>
        <translation>%1 · ungeprüft</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Add to contacts…</source>
        <translation>Zu den Kontakten…</translation>
    </message>
    <message>
        <source>Remove from the list</source>
        <translation>Aus der Liste nehmen</translation>
    </message>
    <message>
        <source>Clear the list</source>
        <translation>Liste leeren</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>Bearbeiten…</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>Löschen…</translation>
    </message>
    <message>
        <source>Delete contact</source>
        <translation>Kontakt löschen</translation>
    </message>
    <message>
        <source>Delete %1 from your contacts? What you know of their identity is lost.</source>
        <translation>%1 aus den Kontakten löschen? Was Sie von der Identität wissen, geht verloren.</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Show recent calls</source>
        <translation>Letzte Anrufe zeigen</translation>
    </message>
    <message>
        <source>Show contacts</source>
        <translation>Kontakte zeigen</translation>
    </message>
    <message>
        <source>Can be called now</source>
        <translation>Jetzt erreichbar</translation>
    </message>
</context>
<context>
    <name>counterpoint::PersonRow</name>
    <message>
        <source>Identity verified</source>
        <translation>Identität geprüft</translation>
    </message>
    <message>
        <source>More on %1</source>
        <translation>Mehr zu %1</translation>
    </message>
</context>
<context>
    <name>counterpoint::PlaneView</name>
    <message>
        <source>Bit-rate and packet-rate plane</source>
        <translation>Ebene aus Bitrate und Paketrate</translation>
    </message>
    <message>
        <source>No call yet</source>
        <translation>Noch kein Anruf</translation>
    </message>
    <message>
        <source>Mode %1. Chosen: %2.</source>
        <translation>Modus %1. Gewählt: %2.</translation>
    </message>
    <message>
        <source> Last decision: %1.</source>
        <translation> Letzte Entscheidung: %1.</translation>
    </message>
    <message>
        <source>packets/s</source>
        <translation>Pakete/s</translation>
    </message>
    <message>
        <source>mode %1</source>
        <translation>Modus %1</translation>
    </message>
    <message>
        <source>No decision yet</source>
        <translation>Noch keine Entscheidung</translation>
    </message>
    <message>
        <source>chosen %1</source>
        <translation>gewählt %1</translation>
    </message>
    <message>
        <source> Sent: %1.</source>
        <translation> Gesendet: %1.</translation>
    </message>
    <message>
        <source> Arrived at the peer: %1.</source>
        <translation> Beim Gegenüber angekommen: %1.</translation>
    </message>
    <message>
        <source>kbit/s, with sound and headers; means of one second</source>
        <translation>kbit/s, mit Ton und Köpfen; Mittel einer Sekunde</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>nicht bekannt</translation>
    </message>
    <message>
        <source>sent %1</source>
        <translation>gesendet %1</translation>
    </message>
    <message>
        <source>arrived %1</source>
        <translation>angekommen %1</translation>
    </message>
    <message>
        <source>choices of the mode</source>
        <translation>Auswahl des Modus</translation>
    </message>
</context>
<context>
    <name>counterpoint::QualityBadge</name>
    <message>
        <source>%1 of the sound is lost</source>
        <translation>%1 des Tons gehen verloren</translation>
    </message>
    <message>
        <source>%1 of what you send is lost</source>
        <translation>%1 von dem, was Sie senden, gehen verloren</translation>
    </message>
    <message>
        <source>%1 of what the peer sends is lost</source>
        <translation>%1 von dem, was das Gegenüber sendet, gehen verloren</translation>
    </message>
    <message>
        <source>sound takes %1 to arrive</source>
        <translation>der Ton braucht %1 bis ans Ohr</translation>
    </message>
    <message>
        <source>the path carries no video</source>
        <translation>der Weg trägt kein Video</translation>
    </message>
    <message>
        <source>the path carries only %1</source>
        <translation>der Weg trägt nur %1</translation>
    </message>
    <message>
        <source>Good</source>
        <translation>Gut</translation>
    </message>
    <message>
        <source>Fair</source>
        <translation>Mäßig</translation>
    </message>
    <message>
        <source>Poor</source>
        <translation>Schlecht</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Quality of the call</source>
        <translation>Qualität des Anrufs</translation>
    </message>
    <message>
        <source>Not measured yet</source>
        <translation>Noch nicht gemessen</translation>
    </message>
    <message>
        <source>pictures keep this computer %1 busy</source>
        <translation>Bilder lasten diesen Rechner zu %1 aus</translation>
    </message>
    <message>
        <source>reconnecting: nothing has come from the peer for %1 s</source>
        <translation>Verbinde neu: seit %1 s kommt nichts an</translation>
    </message>
    <message>
        <source>this computer is too slow %1 of the time</source>
        <translation>dieser Rechner ist %1 der Zeit zu langsam</translation>
    </message>
    <message>
        <source>%1 of the sound comes too late</source>
        <translation>%1 des Tons kommen zu spät</translation>
    </message>
    <message>
        <source>video is frozen %1 of the time</source>
        <translation>das Video steht %1 der Zeit still</translation>
    </message>
</context>
<context>
    <name>counterpoint::Question</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>counterpoint::ReconnectingVeil</name>
    <message>
        <source>Reconnecting to %1</source>
        <translation>Verbinde neu mit %1</translation>
    </message>
    <message>
        <source>Reconnecting to %1…</source>
        <translation>Verbinde neu mit %1…</translation>
    </message>
    <message>
        <source>Nothing has come for %1 s; after %2 s the call ends.</source>
        <translation>Seit %1 s kommt nichts; nach %2 s endet der Anruf.</translation>
    </message>
</context>
<context>
    <name>counterpoint::RelayRow</name>
    <message>
        <source>Relay, as host or host:port</source>
        <translation>Relay als Rechner oder Rechner:Port</translation>
    </message>
    <message>
        <source>User</source>
        <translation>Benutzer</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>Passwort</translation>
    </message>
    <message>
        <source>UDP, else TCP</source>
        <translation>UDP, sonst TCP</translation>
    </message>
    <message>
        <source>UDP</source>
        <translation>UDP</translation>
    </message>
    <message>
        <source>TCP</source>
        <translation>TCP</translation>
    </message>
    <message>
        <source>TLS</source>
        <translation>TLS</translation>
    </message>
    <message>
        <source>Transport to the relay</source>
        <translation>Transport zum Relay</translation>
    </message>
    <message>
        <source>Host[:port]</source>
        <translation>Rechner[:Port]</translation>
    </message>
</context>
<context>
    <name>counterpoint::ServersPage</name>
    <message>
        <source>Servers</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>Calls go directly from you to the peer. Where routers are in between, servers help to find a way. None is asked that is not named here.</source>
        <translation>Anrufe gehen direkt von Ihnen zum Gegenüber. Wo Router dazwischen sind, helfen Server, einen Weg zu finden. Keiner wird gefragt, der hier nicht genannt ist.</translation>
    </message>
    <message>
        <source>STUN servers</source>
        <translation>STUN-Server</translation>
    </message>
    <message>
        <source>They tell which address you have outside. Host or host:port, with commas between; with two of them it is seen whether your router lets calls through.</source>
        <translation>Sie sagen, welche Adresse Sie außen haben. Rechner oder Rechner:Port, mit Kommas dazwischen; mit zweien zeigt sich, ob Ihr Router Anrufe durchlässt.</translation>
    </message>
    <message>
        <source>Send by relays alone</source>
        <translation>Nur über Relays senden</translation>
    </message>
    <message>
        <source>Own address</source>
        <translation>Eigene Adresse</translation>
    </message>
    <message>
        <source>The peer learns no address of yours; calls need a relay then.</source>
        <translation>Das Gegenüber erfährt keine Adresse von Ihnen; Anrufe brauchen dann ein Relay.</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>By them others find you by your ID alone. Host or host:port, from the next start on.</source>
        <translation>Über sie finden andere Sie allein über Ihre ID. Rechner oder Rechner:Port, ab dem nächsten Start.</translation>
    </message>
    <message>
        <source>Relays (TURN)</source>
        <translation>Relays (TURN)</translation>
    </message>
    <message>
        <source>They pass media on where there is no other way. The password is kept in the settings file.</source>
        <translation>Sie reichen Medien weiter, wo es keinen anderen Weg gibt. Das Passwort steht in der Einstellungsdatei.</translation>
    </message>
    <message>
        <source>Check servers</source>
        <translation>Server prüfen</translation>
    </message>
    <message>
        <source>Do they answer?</source>
        <translation>Antworten sie?</translation>
    </message>
    <message>
        <source>“%1” is no host or host:port. It does not count.</source>
        <translation>„%1“ ist kein Rechner oder Rechner:Port. Die Liste zählt nicht.</translation>
    </message>
    <message>
        <source>At most %1 can be named. The list does not count.</source>
        <translation>Höchstens %1 lassen sich nennen. Die Liste zählt nicht.</translation>
    </message>
    <message>
        <source>“%1” is no host or host:port. The relays do not count.</source>
        <translation>„%1“ ist kein Rechner oder Rechner:Port. Die Relays zählen nicht.</translation>
    </message>
    <message>
        <source>A relay needs a user and a password. Until then it does not count.</source>
        <translation>Ein Relay braucht Benutzer und Passwort. Bis dahin zählt es nicht.</translation>
    </message>
    <message>
        <source>No server is named.</source>
        <translation>Kein Server ist genannt.</translation>
    </message>
    <message>
        <source>Asking…</source>
        <translation>Wird gefragt…</translation>
    </message>
    <message>
        <source>✗ %1: %2</source>
        <translation>✗ %1: %2</translation>
    </message>
    <message>
        <source>✓ %1 relays, by %2</source>
        <translation>✓ %1 leitet weiter, über %2</translation>
    </message>
    <message>
        <source>✓ %1 sees you at %2</source>
        <translation>✓ %1 sieht Sie unter %2</translation>
    </message>
</context>
<context>
    <name>counterpoint::SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Pages of the settings</source>
        <translation>Seiten der Einstellungen</translation>
    </message>
    <message>
        <source>Choose what to set</source>
        <translation>Wählen Sie, was Sie einstellen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Close the settings</source>
        <translation>Einstellungen schließen</translation>
    </message>
    <message>
        <source>Close the settings (Esc)</source>
        <translation>Einstellungen schließen (Esc)</translation>
    </message>
</context>
<context>
    <name>counterpoint::ShareBanner</name>
    <message>
        <source>You are sharing your screen</source>
        <translation>Sie zeigen Ihren Bildschirm</translation>
    </message>
    <message>
        <source>Stop sharing</source>
        <translation>Nicht mehr zeigen</translation>
    </message>
    <message>
        <source>Stop sharing the screen (%1)</source>
        <translation>Bildschirm nicht mehr zeigen (%1)</translation>
    </message>
</context>
<context>
    <name>counterpoint::SmallWindow</name>
    <message>
        <source>Large window</source>
        <translation>Großes Fenster</translation>
    </message>
</context>
<context>
    <name>counterpoint::StartPage</name>
    <message>
        <source>Call somebody</source>
        <translation>Jemanden anrufen</translation>
    </message>
    <message>
        <source>You call each other directly, without a server in between.</source>
        <translation>Sie rufen einander direkt an, ohne Server dazwischen.</translation>
    </message>
    <message>
        <source>Address to call</source>
        <translation>Adresse, die angerufen wird</translation>
    </message>
    <message>
        <source>Own picture</source>
        <translation>Eigenes Bild</translation>
    </message>
    <message>
        <source>No picture yet</source>
        <translation>Noch kein Bild</translation>
    </message>
    <message>
        <source>What does not work</source>
        <translation>Was nicht geht</translation>
    </message>
    <message>
        <source>A contact, a link, or the address of the other computer, with its port if need be</source>
        <translation>Ein Kontakt, ein Link oder die Adresse des anderen Rechners, wenn nötig mit Port</translation>
    </message>
    <message>
        <source>Name, link or address</source>
        <translation>Name, Link oder Adresse</translation>
    </message>
</context>
<context>
    <name>counterpoint::TimeLines</name>
    <message>
        <source>Time lines of the call</source>
        <translation>Zeitverläufe des Anrufs</translation>
    </message>
    <message>
        <source>Nothing measured yet</source>
        <translation>Noch nichts gemessen</translation>
    </message>
    <message>
        <source>At %1.</source>
        <translation>Bei %1.</translation>
    </message>
    <message>
        <source>event</source>
        <translation>Ereignis</translation>
    </message>
    <message>
        <source>decision</source>
        <translation>Entscheidung</translation>
    </message>
    <message>
        <source>change of mode</source>
        <translation>Moduswechsel</translation>
    </message>
</context>
<context>
    <name>counterpoint::Toast</name>
    <message>
        <source>Notice</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>Copy the command</source>
        <translation>Befehl kopieren</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>Problem</translation>
    </message>
</context>
<context>
    <name>counterpoint::ToastNotice</name>
    <message>
        <source>Problem</source>
        <translation>Problem</translation>
    </message>
</context>
<context>
    <name>counterpoint::TranscriptDialog</name>
    <message>
        <source>Messages with %1</source>
        <translation>Nachrichten mit %1</translation>
    </message>
    <message>
        <source>They are kept nowhere, and gone when you leave this call.</source>
        <translation>Sie werden nirgends gespeichert und sind weg, sobald Sie diesen Anruf verlassen.</translation>
    </message>
    <message>
        <source>Copy all</source>
        <translation>Alles kopieren</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>counterpoint::Tray</name>
    <message>
        <source>Open Counterpoint</source>
        <translation>Counterpoint öffnen</translation>
    </message>
    <message>
        <source>Do not disturb</source>
        <translation>Nicht stören</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Counterpoint: do not disturb</source>
        <translation>Counterpoint: nicht stören</translation>
    </message>
    <message>
        <source>Counterpoint</source>
        <translation>Counterpoint</translation>
    </message>
    <message>
        <source>Stay reachable?</source>
        <translation>Erreichbar bleiben?</translation>
    </message>
    <message>
        <source>When Counterpoint has ended, nobody can call you. It can go on without its window instead; an icon in the tray opens it again.</source>
        <translation>Ist Counterpoint beendet, kann Sie niemand anrufen. Stattdessen kann es ohne Fenster weiterlaufen; ein Symbol im Infobereich öffnet es wieder.</translation>
    </message>
    <message>
        <source>Stay reachable</source>
        <translation>Erreichbar bleiben</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
</TS>
