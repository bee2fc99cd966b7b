/** Was der Server von Dateien, Ordnern und importierten Chats sagt, wie in `../told.ts`. */
export const FILES_TOLD: Readonly<Record<string, string>> = {
  'Something from outside has entered this chat: until an admin clears that, every write asks. It came with the file {name}.':
    'In diesen Chat ist etwas von außen gelangt: Bis ein Admin das aufhebt, wird bei jeder Änderung gefragt. Es kam mit der Datei {name}.',
  'Something from outside has entered this chat: until an admin clears that, every write asks. The chat was imported from {app}.':
    'In diesen Chat ist etwas von außen gelangt: Bis ein Admin das aufhebt, wird bei jeder Änderung gefragt. Der Chat wurde aus {app} importiert.',
  'There is no such tool that looks this up now.': 'Es gibt gerade kein Werkzeug, das das nachschlägt.',
  'There is no such folder. It may have been deleted.':
    'Diesen Ordner gibt es nicht. Vielleicht wurde er gelöscht.',
  'You have a folder of that name. Choose another name.':
    'Sie haben schon einen Ordner dieses Namens. Wählen Sie einen anderen.',
  'You have {count} folders already. Delete one first.':
    'Sie haben schon {count} Ordner. Löschen Sie zuerst einen.',
  'The file {name} is empty.': 'Die Datei {name} ist leer.',
  'The file {name} is too large. A file may have {size}.':
    'Die Datei {name} ist zu groß. Eine Datei darf {size} haben.',
  'The file {name} is too large. A picture may have {size}.':
    'Die Datei {name} ist zu groß. Ein Bild darf {size} haben.',
  'The file {name} has {width} x {height} pixels. Attach it smaller, with 25 million at most.':
    'Die Datei {name} hat {width} x {height} Bildpunkte. Hängen Sie sie kleiner an, mit höchstens 25 Millionen.',
  'The file {name} is of a type that cannot be read. Attach text, CSV, a spreadsheet (xlsx), a PDF, a document (docx) or a picture.':
    'Die Datei {name} hat ein Format, das sich nicht lesen lässt. Hängen Sie Text, CSV, ein Tabellenblatt (xlsx), ein PDF, ein Dokument (docx) oder ein Bild an.',
  'The file {name} is of an older kind of Office file, or protected by a password. Save it as xlsx or docx without one.':
    'Die Datei {name} ist in einem älteren Office-Format oder mit einem Passwort geschützt. Speichern Sie sie ohne Passwort als xlsx oder docx.',
  'The file {name} is packed, and neither a spreadsheet (xlsx) nor a document (docx). Unpack it first.':
    'Die Datei {name} ist gepackt und weder ein Tabellenblatt (xlsx) noch ein Dokument (docx). Entpacken Sie sie zuerst.',
  'The file {name} is protected by a password. Save it without one.':
    'Die Datei {name} ist mit einem Passwort geschützt. Speichern Sie sie ohne.',
  'The file {name} is broken: it cannot be opened as a PDF. Save it once more.':
    'Die Datei {name} ist beschädigt: Sie lässt sich nicht als PDF öffnen. Speichern Sie sie noch einmal.',
  'The file {name} is broken: it cannot be unpacked. Save it once more.':
    'Die Datei {name} ist beschädigt: Sie lässt sich nicht entpacken. Speichern Sie sie noch einmal.',
  'The file {name} is broken: its text cannot be read. Save it once more.':
    'Die Datei {name} ist beschädigt: Ihr Text lässt sich nicht lesen. Speichern Sie sie noch einmal.',
  'The file {name} is broken: it cannot be read. Save it once more.':
    'Die Datei {name} ist beschädigt: Sie lässt sich nicht lesen. Speichern Sie sie noch einmal.',
  'The file {name} is nested too deeply to be read.':
    'Die Datei {name} ist zu tief verschachtelt, um gelesen zu werden.',
  'The file {name} holds no words.': 'In der Datei {name} stehen keine Wörter.',
  'The file {name} holds no text: its pages may be pictures. Attach pictures of the pages instead.':
    'Die Datei {name} enthält keinen Text: Ihre Seiten sind vielleicht Bilder. Hängen Sie stattdessen Bilder der Seiten an.',
  'The file {name} unpacks to more than is read. Save the part that is needed as a file of its own.':
    'Die Datei {name} ist entpackt zu groß, um gelesen zu werden. Speichern Sie den Teil, der gebraucht wird, als eigene Datei.',
  'The file {name} takes too long to be read. Save the part that is needed as a file of its own.':
    'Die Datei {name} zu lesen dauert zu lange. Speichern Sie den Teil, der gebraucht wird, als eigene Datei.',
  'The file {name} takes too much memory to be read. Save the part that is needed as a file of its own.':
    'Die Datei {name} zu lesen braucht zu viel Speicher. Speichern Sie den Teil, der gebraucht wird, als eigene Datei.',
  'A file is not there, or not yours. Take it away or attach it again.':
    'Eine Datei ist nicht mehr da oder gehört nicht Ihnen. Nehmen Sie sie heraus oder hängen Sie sie noch einmal an.',
  'You have attached {most} files within an hour, or tried to. Wait a while.':
    'Sie haben innerhalb einer Stunde {most} Dateien angehängt oder es versucht. Warten Sie eine Weile.',
  'You have imported {most} files within an hour, or tried to. Wait a while.':
    'Sie haben innerhalb einer Stunde {most} Dateien importiert oder es versucht. Warten Sie eine Weile.',
  'Your files take {size}, which is all there is for one person. Delete chats with files that you do not need; they are gone for good after 30 days.':
    'Ihre Dateien belegen {size}; mehr Platz hat eine Person nicht. Löschen Sie Chats mit Dateien, die Sie nicht brauchen; nach 30 Tagen sind sie endgültig weg.',
  'Imported from {app}.': 'Importiert aus {app}.',
  'The file {name} holds no chats of ChatGPT or Claude. Choose conversations.json, or the zip that holds it.':
    'Die Datei {name} enthält keine Chats von ChatGPT oder Claude. Wählen Sie conversations.json oder die Zip-Datei, in der sie liegt.',
  'The file {name} is broken, or no JSON. Export your chats once more.':
    'Die Datei {name} ist beschädigt oder kein JSON. Exportieren Sie Ihre Chats noch einmal.',
  'Other files of yours are being read at this moment. Try again soon.':
    'Gerade werden andere Dateien von Ihnen gelesen. Versuchen Sie es gleich noch einmal.',
  'Many files are being read at this moment. Try again soon.':
    'Gerade werden viele Dateien gelesen. Versuchen Sie es gleich noch einmal.',
};
