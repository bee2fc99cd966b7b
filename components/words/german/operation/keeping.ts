import type { KEEPING as ENGLISH } from '../../english/operation/keeping';
import type { Translated } from '../../language';

/** Wie lange ein Team etwas aufbewahrt. */
export const KEEPING: Translated<typeof ENGLISH> = {
  'keeping.intro':
    'Wie lange Ihr Team aufbewahrt, was gesagt und getan wurde. Was abgelaufen ist, verschwindet von selbst, und jedes Mal steht ein Eintrag im Protokoll. Das Protokoll selbst bleibt immer: Es enthält Kennungen und Hashwerte, keine Inhalte.',
  'keeping.chats': 'Chats, die niemand benutzt',
  'keeping.chats.why':
    'Ab der letzten Benutzung. Sie werden gelöscht, lassen sich 30 Tage lang wiederherstellen und werden dann endgültig entfernt. Ein Chat bleibt, solange darin etwas wartet, ungeklärt oder geteilt ist.',
  'keeping.contents': 'Inhalte von Aufrufen',
  'keeping.contents.why':
    'Argumente, Ergebnisse, Dateien und was auf Karten stand, ab dem Aufruf. Wer, wann, welches Werkzeug, wie es ausging und die Hashwerte bleiben.',
  'keeping.mail': 'Verschickte E-Mails',
  'keeping.mail.why':
    'E-Mails, Webhooks und Benachrichtigungen, ab dem Zeitpunkt, zu dem sie geschrieben wurden.',
  'keeping.else-ever': 'Bleibt das Feld leer, wird unbegrenzt aufbewahrt.',
  'keeping.else-operator':
    'Bleibt das Feld leer, wird {days, plural, one {# Tag} other {# Tage}} lang aufbewahrt, so lange, wie es der Betreiber höchstens erlaubt.',
  'keeping.ever': 'unbegrenzt',
  'keeping.days': 'Tage',
  'keeping.from': 'Geben Sie eine ganze Zahl von Tagen ein, mindestens {least}.',
  'keeping.range': 'Geben Sie eine ganze Zahl von Tagen ein, von {least} bis {most}.',
  'keeping.wrong': 'So nicht möglich: {names}.',
  'keeping.save': 'Speichern',
  'keeping.saved': 'Gespeichert. Es gilt innerhalb von zehn Minuten.',
  'keeping.not-saved': 'Es wurde nichts geändert.',
  'keeping.going': 'Älteres löschen?',
  'keeping.going.why':
    'Mit diesen Zeiten würde innerhalb von zehn Minuten gelöscht: {what}. Chats können ihre Besitzer 30 Tage lang zurückholen; alles andere ist endgültig weg.',
  'keeping.going.chats': '{count, plural, one {# Chat} other {# Chats}}',
  'keeping.going.answers':
    '{count, plural, one {die Antwort auf einen Aufruf} other {die Antworten auf # Aufrufe}} anderer Clients',
  'keeping.going.contents':
    '{count, plural, one {der Inhalt eines Aufrufs} other {die Inhalte von # Aufrufen}}',
  'keeping.going.mail': '{count, plural, one {# E-Mail} other {# E-Mails}}',
  'keeping.going.back': 'So lassen',
  'keeping.going.on': 'Speichern und löschen',
  'keeping.set-by': 'Von <who>who</who> <when>when</when> festgelegt.',
  'keeping.was-set': 'Festgelegt <when>when</when>.',
  'keeping.swept': 'Zuletzt gelöscht',
  'keeping.swept.why':
    'Amber sieht alle zehn Minuten nach und löscht jeweils höchstens hundert; mehr steht deshalb in keiner Zeile.',
  'keeping.swept.none': 'Noch nichts.',
  'keeping.swept.chats':
    '{count, plural, one {# unbenutzter Chat wurde gelöscht} other {# unbenutzte Chats wurden gelöscht}}',
  'keeping.swept.erased-chats':
    '{count, plural, one {# gelöschter Chat wurde endgültig entfernt} other {# gelöschte Chats wurden endgültig entfernt}}',
  'keeping.swept.answers':
    '{count, plural, one {Die Antwort auf einen Aufruf eines anderen Programms wurde entfernt} other {Die Antworten auf # Aufrufe anderer Programme wurden entfernt}}',
  'keeping.swept.contents':
    '{count, plural, one {Die Inhalte von # Aufruf wurden entfernt} other {Die Inhalte von # Aufrufen wurden entfernt}}',
  'keeping.swept.mail': '{count, plural, one {# E-Mail wurde gelöscht} other {# E-Mails wurden gelöscht}}',
  'receipt.keeping': '{who} hat geändert, wie lange das Team etwas aufbewahrt',
  'receipt.swept.chats':
    '{count, plural, one {# lange nicht benutzter Chat wurde gelöscht} other {# lange nicht benutzte Chats wurden gelöscht}}',
  'receipt.swept.erased-chats':
    '{count, plural, one {# gelöschter Chat wurde endgültig entfernt} other {# gelöschte Chats wurden endgültig entfernt}}',
  'receipt.swept.answers':
    '{count, plural, one {Die Antwort auf einen Aufruf eines anderen Programms wurde entfernt} other {Die Antworten auf # Aufrufe anderer Programme wurden entfernt}}',
  'receipt.swept.contents':
    '{count, plural, one {Die Inhalte von # Aufruf wurden entfernt} other {Die Inhalte von # Aufrufen wurden entfernt}}',
  'receipt.swept.mail': '{count, plural, one {# E-Mail wurde gelöscht} other {# E-Mails wurden gelöscht}}',
  'receipt.swept.otherwise': 'Etwas wurde nach Ablauf gelöscht',
  'receipt.kind.keeping-changed': 'Aufbewahrung geändert',
  'receipt.kind.swept': 'Nach Ablauf gelöscht',
};
