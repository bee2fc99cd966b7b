/** Anmelden über die Anmeldung der Firma, und was gesagt wird, wenn daraus nichts wird. */
import type { SINGLE_SIGN_ON as ENGLISH } from '../../english/signing/single-sign-on';
import type { Translated } from '../../language';

export const SINGLE_SIGN_ON: Translated<typeof ENGLISH> = {
  'sign-on.with': 'Weiter mit {name}',
  'sign-on.or': 'oder mit Passwort',
  'sign-on.forced': 'Mit dieser Adresse melden Sie sich über {name} an.',
  'sign-on.failed.title': 'Sie sind nicht angemeldet',
  'sign-on.failed.not-begun':
    'Diese Anmeldung wurde nicht in diesem Browser begonnen, ist abgelaufen oder wurde schon benutzt. Beginnen Sie noch einmal.',
  'sign-on.failed.too-many':
    'Aus Ihrem Netz wurden zu viele Anmeldungen begonnen. Versuchen Sie es in zehn Minuten noch einmal.',
  'sign-on.failed.refused': 'Die Anmeldung wurde abgebrochen oder von der Anmeldung Ihrer Firma abgelehnt.',
  'sign-on.failed.unreachable':
    'Die Anmeldung Ihrer Firma antwortet gerade nicht. Versuchen Sie es in einer Minute noch einmal.',
  'sign-on.failed.not-proven':
    'Der Antwort der Anmeldung Ihrer Firma war nicht zu trauen. Versuchen Sie es noch einmal; bleibt es dabei, sagen Sie es denen, die Amber betreiben.',
  'sign-on.failed.not-verified':
    'Die Anmeldung Ihrer Firma bestätigt Ihre E-Mail-Adresse nicht. Bitten Sie Ihre IT, sie bestätigen zu lassen.',
  'sign-on.failed.not-yours':
    'Mit Ihrer E-Mail-Adresse können Sie sich auf diesem Weg nicht anmelden. Fragen Sie einen Admin Ihres Teams.',
  'sign-on.failed.other-account':
    'Diese Anmeldung lässt sich keinem Konto zuordnen. Fragen Sie einen Admin Ihres Teams.',
  'sign-on.failed.not-in-team': 'Sie sind nicht mehr im Team. Bitten Sie einen Admin um eine Einladung.',
  'sign-on.failed.no-role': 'Sie sind in keiner Gruppe, die Amber benutzen darf. Fragen Sie Ihre IT.',
  'sign-on.failed.no-team':
    'Das Team, in das man auf diesem Weg kommt, gibt es hier nicht. Sagen Sie es denen, die Amber betreiben: docs/single-sign-on.md sagt, wie es benannt wird.',
};
