/** Was man außer dem Passwort hat. */
import type { FACTORS as ENGLISH } from '../../english/people/factors';

export const FACTORS: Record<keyof typeof ENGLISH, string> = {
  'factors.heading': 'Zweiter Faktor und Passkeys',
  'factors.why':
    'Mit einem zweiten Faktor meldet sich niemand allein mit Ihrem Passwort an. Auch kritische Karten fragen danach, wenn Sie sie bestätigen.',
  'factors.demo': 'Ein Demokonto hat keinen zweiten Faktor: Alle benutzen es.',
  'factors.not-changed': 'Nichts wurde geändert.',
  'factors.go-on': 'Weiter',
  'factors.password': 'Aktuelles Passwort',
  'factors.app': 'Authenticator-App',
  'factors.app.on': 'Eingerichtet. Bei der Anmeldung wird nach ihrem Code gefragt.',
  'factors.app.off': 'Eine App auf Ihrem Telefon zeigt einen sechsstelligen Code.',
  'factors.app.set': 'App einrichten',
  'factors.app.change': 'App wechseln',
  'factors.app.turn-off': 'Ausschalten',
  'factors.app.turn-on': 'Einschalten',
  'factors.app.off-why':
    'Bei der Anmeldung wird nicht mehr nach ihren Codes gefragt. Wir schreiben Ihnen das per E-Mail.',
  'factors.app.off-why.no-mail':
    'Beim Anmelden wird nicht mehr nach dem Code gefragt. Hier ist kein Mailserver eingerichtet, darum kommt dazu keine E-Mail.',
  'factors.app.scan': 'Scannen Sie dieses Bild mit Ihrer Authenticator-App.',
  'factors.app.picture': 'QR-Code für Ihre Authenticator-App',
  'factors.app.type': 'Oder tippen Sie dort diesen Schlüssel ein:',
  'factors.app.first': 'Code, den die App zeigt',
  'factors.passkeys': 'Passkeys',
  'factors.passkeys.why':
    'Melden Sie sich mit Fingerabdruck, Gesicht oder PIN Ihres Geräts an, ohne Passwort.',
  'factors.passkeys.add': 'Passkey hinzufügen',
  'factors.passkeys.add-why': 'Ihr Browser fragt Sie gleich, welches Gerät ihn aufbewahren soll.',
  'factors.passkeys.not-added': 'Es wurde kein Passkey hinzugefügt.',
  'factors.passkeys.name': 'Name des Passkeys',
  'factors.passkeys.unnamed': 'Passkey ohne Namen',
  'factors.passkeys.added': 'Hinzugefügt <when>when</when>.',
  'factors.passkeys.synced': 'Ein Passwortmanager bewahrt ihn auf.',
  'factors.passkeys.rename': 'Umbenennen',
  'factors.passkeys.rename-it': '{name} umbenennen',
  'factors.passkeys.remove': 'Entfernen',
  'factors.passkeys.remove-it': '{name} entfernen',
  'factors.passkeys.not-removed': 'Der Passkey wurde nicht entfernt.',
  'factors.codes': 'Wiederherstellungscodes',
  'factors.codes.left':
    '{count, plural, =0 {Keiner ist übrig.} one {# ist noch übrig.} other {# sind noch übrig.}}',
  'factors.codes.made': 'Erstellt <when>when</when>.',
  'factors.codes.new': 'Neue Codes',
  'factors.codes.new-why': 'Die bisherigen gelten dann nicht mehr.',
  'factors.codes.not-made': 'Es wurden keine neuen Codes erstellt.',
  'factors.codes.once':
    'Bewahren Sie diese Wiederherstellungscodes dort auf, wo Sie sie auch ohne Ihr Gerät finden. Mit jedem können Sie sich einmal anmelden. Sie werden nur jetzt gezeigt.',
  'factors.codes.what': 'die Wiederherstellungscodes',
  'factors.codes.kept': 'Ich habe sie aufbewahrt',
};
