<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
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
        <source>%1: %2 → %3, %4 → %5</source>
        <translation>%1: %2 → %3, %4 → %5</translation>
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
        <source>Turn camera off</source>
        <translation>Kamera ausschalten</translation>
    </message>
    <message>
        <source>Show operating point</source>
        <translation>Arbeitspunkt zeigen</translation>
    </message>
    <message>
        <source>Copy my link</source>
        <translation>Meinen Link kopieren</translation>
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
        <source>Turn microphone on</source>
        <translation>Mikrofon einschalten</translation>
    </message>
    <message>
        <source>Turn camera on</source>
        <translation>Kamera einschalten</translation>
    </message>
    <message>
        <source>Hide operating point</source>
        <translation>Arbeitspunkt ausblenden</translation>
    </message>
    <message>
        <source>Leave full screen</source>
        <translation>Vollbild verlassen</translation>
    </message>
</context>
<context>
    <name>counterpoint::CallController</name>
    <message>
        <source>Network: packets to you are lost</source>
        <translation>Netz: Pakete zu Ihnen gehen verloren</translation>
    </message>
    <message>
        <source>Network: packets to the peer are lost</source>
        <translation>Netz: Pakete zum Gegenüber gehen verloren</translation>
    </message>
    <message>
        <source>Network: long delay</source>
        <translation>Netz: lange Verzögerung</translation>
    </message>
    <message>
        <source>This computer: encoding takes too long</source>
        <translation>Dieser Rechner: das Kodieren dauert zu lange</translation>
    </message>
    <message>
        <source>Peer: its picture stalls</source>
        <translation>Gegenüber: sein Bild stockt</translation>
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
        <source>Picture of the peer</source>
        <translation>Bild des Gegenübers</translation>
    </message>
    <message>
        <source>Waiting for the peer&apos;s picture…</source>
        <translation>Warten auf das Bild des Gegenübers…</translation>
    </message>
    <message>
        <source>No picture yet</source>
        <translation>Noch kein Bild</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Your camera is off</source>
        <translation>Ihre Kamera ist aus</translation>
    </message>
    <message>
        <source>%1 · %2 lost</source>
        <translation>%1 · %2 verloren</translation>
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
        <source>Check the address and that Counterpoint runs there and is not blocked by a firewall.</source>
        <translation>Prüfen Sie die Adresse und ob Counterpoint dort läuft und keine Firewall es sperrt.</translation>
    </message>
    <message>
        <source>Ringing…</source>
        <translation>Es klingelt…</translation>
    </message>
    <message>
        <source>this host</source>
        <translation>dieser Rechner</translation>
    </message>
    <message>
        <source>The other side hung up</source>
        <translation>Die andere Seite hat aufgelegt</translation>
    </message>
</context>
<context>
    <name>counterpoint::FiguresPanel</name>
    <message>
        <source>Figures of the call</source>
        <translation>Zahlen zum Anruf</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>Gesendet</translation>
    </message>
    <message>
        <source>Received</source>
        <translation>Empfangen</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>Strecke</translation>
    </message>
    <message>
        <source>round trip %1</source>
        <translation>Umlaufzeit %1</translation>
    </message>
    <message>
        <source>loss %1</source>
        <translation>Verlust %1</translation>
    </message>
    <message>
        <source>jitter %1</source>
        <translation>Puffer %1</translation>
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
    <message>
        <source>Ringing…</source>
        <translation>Es klingelt…</translation>
    </message>
    <message>
        <source>You hung up</source>
        <translation>Sie haben aufgelegt</translation>
    </message>
    <message>
        <source>The other side hung up</source>
        <translation>Die andere Seite hat aufgelegt</translation>
    </message>
    <message>
        <source>The other side is in a call</source>
        <translation>Die andere Seite ist in einem Anruf</translation>
    </message>
    <message>
        <source>The other side declined</source>
        <translation>Die andere Seite hat abgelehnt</translation>
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
        <source>Check the address and that Counterpoint runs there and is not blocked by a firewall.</source>
        <translation>Prüfen Sie die Adresse und ob Counterpoint dort läuft und keine Firewall es sperrt.</translation>
    </message>
    <message>
        <source>The other side does not respond</source>
        <translation>Die andere Seite reagiert nicht</translation>
    </message>
    <message>
        <source>Check that it is Counterpoint that listens there.</source>
        <translation>Prüfen Sie, ob dort wirklich Counterpoint läuft.</translation>
    </message>
    <message>
        <source>Nobody answered</source>
        <translation>Niemand hat abgenommen</translation>
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
        <source>The other side said something that makes no sense</source>
        <translation>Die andere Seite hat etwas Unverständliches gesendet</translation>
    </message>
    <message>
        <source>The connection was lost</source>
        <translation>Die Verbindung ist abgerissen</translation>
    </message>
    <message>
        <source>Check the network on both sides and call again.</source>
        <translation>Prüfen Sie das Netz auf beiden Seiten und rufen Sie noch einmal an.</translation>
    </message>
    <message>
        <source>This host cannot make the call</source>
        <translation>Dieser Rechner kann den Anruf nicht führen</translation>
    </message>
    <message>
        <source>Check the devices and try again.</source>
        <translation>Prüfen Sie die Geräte und versuchen Sie es noch einmal.</translation>
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
        <translation>Verbindung mit %1 wird aufgebaut</translation>
    </message>
    <message>
        <source>The call did not work</source>
        <translation>Der Anruf kam nicht zustande</translation>
    </message>
    <message>
        <source>The call is over</source>
        <translation>Der Anruf ist beendet</translation>
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
        <source>Your link is copied: give it to those who are to call you.</source>
        <translation>Ihr Link ist kopiert: Geben Sie ihn denen, die Sie anrufen sollen.</translation>
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
        <source> Received by the peer: %1.</source>
        <translation> Beim Gegenüber angekommen: %1.</translation>
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
        <source>kbit/s</source>
        <translation>kbit/s</translation>
    </message>
    <message>
        <source>rate limit</source>
        <translation>Grenze der Rate</translation>
    </message>
    <message>
        <source>packet limit</source>
        <translation>Grenze der Pakete</translation>
    </message>
    <message>
        <source>Operating point</source>
        <translation>Arbeitspunkt</translation>
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
        <source>received: not known</source>
        <translation>angekommen: nicht bekannt</translation>
    </message>
    <message>
        <source>received %1</source>
        <translation>angekommen %1</translation>
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
        <source>Name or address of the other computer, with its port if need be</source>
        <translation>Name oder Adresse des anderen Rechners, wenn nötig mit Port</translation>
    </message>
    <message>
        <source>Address or link, like 192.168.1.20</source>
        <translation>Adresse oder Link, etwa 192.168.1.20</translation>
    </message>
    <message>
        <source>Called before</source>
        <translation>Bisher angerufen</translation>
    </message>
    <message>
        <source>Addresses called before</source>
        <translation>Bisher angerufene Adressen</translation>
    </message>
    <message>
        <source>Click to choose, double-click or Return to call</source>
        <translation>Klick wählt aus, Doppelklick oder Eingabetaste ruft an</translation>
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
        <source>You can be called at %1</source>
        <translation>Sie sind erreichbar unter %1</translation>
    </message>
    <message>
        <source>Nobody can call you. %1</source>
        <translation>Niemand kann Sie anrufen. %1</translation>
    </message>
</context>
<context>
    <name>counterpoint::Toast</name>
    <message>
        <source>Notice</source>
        <translation>Hinweis</translation>
    </message>
</context>
</TS>
