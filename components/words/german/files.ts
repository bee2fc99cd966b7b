/** Dateien an Nachrichten, und Chats aus anderen Programmen. */
import type { FILES as ENGLISH } from '../english/files';
import type { Translated } from '../language';

export const FILES: Translated<typeof ENGLISH> = {
  'files.attach': 'Dateien anhängen',
  'files.chosen': 'Dateien für diese Nachricht',
  'files.limits':
    'Bis zu {count} Dateien mit je {size}, Bilder bis {picture}. Was darin steht, zählt als Worte von außen: Vor Änderungen wird dann gefragt.',
  'files.unread':
    'Das Offline-Modell liest keine Dateien, nur ihre Namen gehen mit. Ein echtes Modell liest sie.',
  'files.drop': 'Dateien hier ablegen, um sie anzuhängen',
  'files.wait': 'Die Dateien werden noch hochgeladen',
  'files.uploading': 'wird hochgeladen …',
  'files.ready': 'bereit',
  'files.attached-count': '{count, plural, one {# Datei ist angehängt.} other {# Dateien sind angehängt.}}',
  'files.remove': '{name} entfernen',
  'files.unnamed': 'Datei',
  'files.too-many': 'Nicht angehängt: Eine Nachricht nimmt höchstens {most} Dateien auf.',
  'files.too-large': 'Nicht angehängt: Eine Datei darf höchstens {size} groß sein.',
  'files.attached': 'Angehängte Dateien',
  'files.picture': 'Angehängtes Bild {name}, öffnet in voller Größe',
  'files.snapshot': 'Angehängt: <name>name</name> ({size})',
  'files.cut': 'nur der Anfang wird gelesen',
  'files.kind.image': 'Bild',
  'files.kind.text': 'Text',
  'files.kind.table': 'Tabelle',
  'files.kind.sheet': 'Tabellenblatt',
  'files.kind.pdf': 'PDF',
  'files.kind.document': 'Dokument',
  'import.title': 'Chats importieren',
  'import.hint':
    'Übernehmen Sie Ihre Chats aus ChatGPT oder Claude: Wählen Sie die Zip-Datei, die diese exportieren, oder die Datei conversations.json darin, bis 60 MB. Das Gesagte wird als Text übernommen; was Werkzeuge getan haben, wird nicht wiederholt. Jeder Chat wird einmal übernommen und gilt als fremder Inhalt.',
  'import.choose': 'Datei wählen …',
  'import.doing': 'Wird importiert …',
  'import.failed': 'Nichts wurde importiert.',
  'import.taken':
    '{chats, plural, one {# Chat} other {# Chats}} importiert, mit {messages, plural, one {# Nachricht} other {# Nachrichten}}.',
  'import.left.known':
    '{count, plural, one {# Chat wurde} other {# Chats wurden}} schon früher importiert oder ist gelöscht und lässt sich noch wiederherstellen.',
  'import.left.empty': '{count, plural, one {# Chat enthält} other {# Chats enthalten}} keine Worte.',
  'import.left.broken':
    '{count, plural, one {# Eintrag hat} other {# Einträge haben}} ein unbekanntes Format.',
  'import.left.beyond':
    '{count, plural, one {# Chat ist} other {# Chats sind}} mehr, als eine Person importieren kann: 10.000 Chats und insgesamt 200 Millionen Zeichen. Löschen Sie importierte Chats, die Sie nicht brauchen; nach 30 Tagen sind sie endgültig weg.',
  'import.left.tools': '{count, plural, one {# Schritt} other {# Schritte}} von Werkzeugen weggelassen.',
  'import.left.files': '{count, plural, one {# Bild oder Datei} other {# Bilder und Dateien}} weggelassen.',
  'import.left.cut':
    '{count, plural, one {# Nachricht war} other {# Nachrichten waren}} zu lang oder zu alt und wurde gekürzt oder weggelassen.',
  'files.outside-file':
    'Die Datei „<name>name</name>“ in diesem Chat gilt als Text von außen. Bis ein Admin das aufhebt, wird vor Änderungen hier gefragt.',
  'files.outside-imported':
    'Dieser Chat wurde aus {app} importiert: Alles darin kommt von außen. Bis ein Admin das aufhebt, wird vor Änderungen hier gefragt.',
};
