/** Anmelden, und ein Konto anlegen. */
import type { SIGN_IN as ENGLISH } from '../english/sign-in';
import type { Translated } from '../language';

export const SIGN_IN: Translated<typeof ENGLISH> = {
  'sign-in.title': 'Anmelden',
  'sign-in.hint': 'Mit Ihrer dienstlichen Adresse.',
  'sign-in.email': 'E-Mail',
  'sign-in.password': 'Passwort',
  'sign-in.submit': 'Anmelden',
  'sign-in.language': 'Sprache',
  'sign-in.wrong': 'E-Mail oder Passwort ist falsch. Prüfen Sie beides und versuchen Sie es noch einmal.',
  'sign-in.not-here':
    'Mit diesem Konto können Sie sich hier nicht anmelden. Fragen Sie einen Admin Ihres Teams.',
  'sign-in.too-many': 'Zu viele Versuche. Warten Sie eine Minute und versuchen Sie es dann noch einmal.',
  'sign-in.failed': 'Sie sind nicht angemeldet. {reason}',
  'sign-in.passkey': 'Passkey verwenden',
  'sign-in.passkey.unknown': 'Dieser Passkey gehört hier zu keinem Konto.',
  'sign-in.factor.title': 'Noch ein Schritt',
  'sign-in.factor.app':
    'Geben Sie den Code ein, den Ihre Authenticator-App zeigt, oder einen Ihrer Wiederherstellungscodes.',
  'sign-in.factor.passkey-or-code':
    'Verwenden Sie Ihren Passkey, oder geben Sie einen Ihrer Wiederherstellungscodes ein.',
  'sign-in.factor.any':
    'Verwenden Sie Ihren Passkey, oder geben Sie den Code Ihrer Authenticator-App oder einen Wiederherstellungscode ein.',
  'sign-in.factor.code': 'Code',
  'sign-in.factor.recovery': 'Wiederherstellungscode',
  'sign-in.factor.submit': 'Weiter',
  'sign-in.factor.back': 'Als jemand anderes anmelden',
  'sign-in.factor.wrong': 'Dieser Code stimmt nicht, oder er wurde schon benutzt.',
  'sign-in.factor.over': 'Das hat zu lange gedauert. Geben Sie Ihr Passwort noch einmal ein.',
  'passkey.here-already': 'Dieses Gerät bewahrt schon einen Passkey für Ihr Konto auf.',
  'passkey.given-up': 'Der Passkey wurde nicht verwendet. Versuchen Sie es noch einmal.',
  'passkey.not-here': 'Passkeys funktionieren in diesem Browser oder unter dieser Adresse nicht.',
  'must-set-up.title': 'Zweiten Faktor einrichten',
  'must-set-up.why': '{team} verlangt einen, bevor es weitergeht.',
  'sign-in.demo.title': 'Die Demofirma ausprobieren',
  'sign-in.demo.hint': 'Ein Klick, kein Passwort.',
  'sign-in.demo.viewer': 'Liest nur',
  'sign-in.demo.member': 'Liest und schreibt, entscheidet in eigenen Chats',
  'sign-in.demo.admin': 'Liest und schreibt, entscheidet für das Team',
  'sign-in.demo.outsider': 'Außenstehend',
  'sign-in.demo.second-team': 'Admin eines zweiten Teams',
  'sign-up.page': 'Registrieren',
  'sign-up.title': 'Ihr Team einrichten',
  'sign-up.hint': 'Das erste Konto verwaltet das Team und kann andere einladen.',
  'sign-up.join': '{team} beitreten',
  'sign-up.invited': 'Sie wurden eingeladen. Wählen Sie einen Namen und ein Passwort.',
  'sign-up.invited-again':
    'Sie wurden eingeladen, und zu dieser Adresse gibt es schon ein Konto. Geben Sie dessen Passwort ein.',
  'sign-up.team': 'Team',
  'sign-up.name': 'Ihr Name',
  'sign-up.length': 'Mindestens {count} Zeichen.',
  'sign-up.submit': 'Konto anlegen',
  'sign-up.submit-join': 'Beitreten',
  'sign-up.have-account': 'Sie haben schon ein Konto? <link>Anmelden</link>',
  'sign-up.closed': 'Konten gibt es nur auf Einladung. Fragen Sie einen Admin Ihres Teams.',
  'sign-up.invalid':
    'Diese Einladung ist abgelaufen oder wurde schon benutzt. Bitten Sie einen Admin Ihres Teams um eine neue.',
};
