import type { ERASING as ENGLISH } from '../../english/operation/erasing';
import type { Translated } from '../../language';

export const ERASING: Translated<typeof ENGLISH> = {
  'erasing.heading': 'Eine Person löschen',
  'erasing.why':
    'Jemand hat das Team verlassen oder verlangt es. Name, Adresse, Chats, Dateien, Gedächtnis, Tokens und Sitzungen verschwinden endgültig. Was die Person getan und entschieden hat, bleibt im Protokoll unter einem Pseudonym, das zu niemandem führt.',
  'erasing.backups':
    'Sicherungen von davor enthalten die Person noch, ebenso Dateien, die weitergegeben wurden. Nach dem Wiederherstellen wendet der Betreiber die Liste der Pseudonyme erneut an: Bewahren Sie sie bei den Sicherungen auf.',
  'erasing.none':
    'Es gibt niemanden, der gelöscht werden kann: Sie selbst und Demokonten, die alle benutzen, gehören nicht dazu.',
  'erasing.people': 'Personen, die sich löschen lassen',
  'erasing.member': 'Im Team.',
  'erasing.left': 'Hat das Team verlassen.',
  'erasing.ask': 'Löschen',
  'erasing.ask-it': '{name} löschen',
  'erasing.title': '{name} löschen',
  'erasing.out': 'Die Person ist sofort nicht mehr im Team. Das lässt sich nicht rückgängig machen.',
  'erasing.for-good': 'Das lässt sich nicht rückgängig machen.',
  'erasing.goes': 'Verschwindet endgültig',
  'erasing.goes.always': 'Name, Adresse, Passwort, zweiter Faktor und Firmenanmeldung',
  'erasing.stays': 'Bleibt, unter einem Pseudonym',
  'erasing.stays.as-it-is': 'Bleibt, wie es ist',
  'erasing.stays.others': 'Was andere geschrieben haben, auch über die Person',
  'erasing.stays.backups': 'Alles, in Sicherungen von davor',
  'erasing.count.chats': '{count, plural, one {# Chat} other {# Chats}}',
  'erasing.count.messages': '{count, plural, one {# Nachricht} other {# Nachrichten}}',
  'erasing.count.files': '{count, plural, one {# Datei} other {# Dateien}}',
  'erasing.count.memories': '{count, plural, one {# gemerkter Satz} other {# gemerkte Sätze}}',
  'erasing.count.folders': '{count, plural, one {# Ordner} other {# Ordner}}',
  'erasing.count.ratings':
    '{count, plural, one {# Bewertung einer Antwort} other {# Bewertungen von Antworten}}',
  'erasing.count.shares': '{count, plural, one {# geteilter Link} other {# geteilte Links}}',
  'erasing.count.sessions': '{count, plural, one {# Sitzung} other {# Sitzungen}}',
  'erasing.count.tokens':
    '{count, plural, one {# Token eines anderen Programms} other {# Tokens anderer Programme}}',
  'erasing.count.allowed':
    '{count, plural, one {# vorab freigegebener Aufruf} other {# vorab freigegebene Aufrufe}}',
  'erasing.count.signIns':
    '{count, plural, one {# Anmeldung bei einem Server} other {# Anmeldungen bei Servern}}',
  'erasing.count.calls': '{count, plural, one {# Aufruf ohne Inhalte} other {# Aufrufe ohne Inhalte}}',
  'erasing.count.decisions':
    '{count, plural, one {# Entscheidung über eine Karte} other {# Entscheidungen über Karten}}',
  'erasing.count.receipts': '{count, plural, one {# Eintrag im Protokoll} other {# Einträge im Protokoll}}',
  'erasing.do': 'Endgültig löschen',
  'erasing.close': 'Schließen',
  'erasing.not': 'Es wurde niemand gelöscht.',
  'erasing.done':
    'Die Person ist gelöscht: {chats, plural, one {# Chat} other {# Chats}}, {messages, plural, one {# Nachricht} other {# Nachrichten}} und {files, plural, one {# Datei} other {# Dateien}} sind verschwunden.',
  'erasing.erased': 'Wer gelöscht wurde',
  'erasing.by': 'Von <who>who</who> <when>when</when> gelöscht.',
  'erasing.by-list': '<when>when</when> gelöscht.',
  'erasing.going': 'Was die Person gesagt hat, wird gerade noch gelöscht.',
  'erasing.list': 'Liste der Pseudonyme speichern',
  'receipt.person-erased': '{who} hat eine Person gelöscht',
  'receipt.erasure-ended': 'Das Letzte, was eine gelöschte Person gesagt hatte, ist verschwunden',
  'receipt.kind.person-erased': 'Person gelöscht',
  'receipt.kind.erasure-ended': 'Löschen abgeschlossen',
};
