/** Was um jede Seite herum steht, und was an der Stelle einer fehlenden. */
import type { SHELL as ENGLISH } from '../english/shell';
import type { Translated } from '../language';

export const SHELL: Translated<typeof ENGLISH> = {
  'shell.skip': 'Zur Unterhaltung springen',
  'shell.skip-page': 'Zum Inhalt springen',
  'shell.places': 'Bereiche',
  'shell.side-bar': 'Seitenleiste',
  'shell.menu': 'Menü',
  'shell.open-menu': 'Menü öffnen',
  'shell.options': 'Optionen',
  'shell.opening': 'Der Chat wird geöffnet',
  'shell.for-your-decision':
    '{count, plural, one {wartet auf Ihre Entscheidung} other {warten auf Ihre Entscheidung}}',
  'missing.title': 'Nicht gefunden',
  'missing.chat': 'Diesen Chat gibt es nicht',
  'missing.chat.why': 'Er wurde gelöscht oder gehört jemand anderem. Es wurde nichts geändert.',
  'missing.share': 'Dieser Link führt zu keinem Chat',
  'missing.share.why':
    'Er wurde zurückgezogen, sein Chat wurde gelöscht, oder er gehört nicht zu Ihrem Team. Fragen Sie die Person, von der Sie ihn haben, nach einem neuen.',
  'missing.admins': 'Das ist Admins vorbehalten',
  'missing.admins.why': 'Diese Seite betrifft das ganze Team. Bitten Sie einen Admin, für Sie nachzusehen.',
  'missing.new-chat': 'Neuen Chat beginnen',
  'missing.page': 'Hier ist nichts',
  'missing.page.why': 'Die Adresse stimmt nicht, oder die Seite gibt es nicht mehr.',
  'missing.go-to-chats': 'Zu den Chats',
  'failure.title': 'Nicht angezeigt',
  'failure.heading': 'Diese Seite konnte nicht angezeigt werden',
  'failure.why':
    'Beim Server ist ein Fehler aufgetreten. Es wurde nichts geändert, und was läuft, läuft weiter.',
  'failure.part': 'Das konnte nicht geladen werden. Laden Sie die Seite neu.',
  'try-again.label': 'Noch einmal versuchen',
  'field.choose': 'Auswählen',
  'field.left-out': 'Keine Angabe',
  'field.holds': 'Enthält:',
  'text.less': 'Weniger anzeigen',
  'text.all': 'Alles anzeigen: {count}',
  'halts.lift-at': 'Unter „Betrieb“ weiterlaufen lassen',
};
