/** Anmeldungen bei Servern in den Einstellungen, und die Seite, auf der es mit einer nichts geworden ist. */
import type { SIGN_IN_PAGES as ENGLISH } from '../../english/signing/sign-in-pages';
import type { Translated } from '../../language';

export const SIGN_IN_PAGES: Translated<typeof ENGLISH> = {
  'sign-ins.intro':
    'Manche Server wollen wissen, wer Sie sind. Dort melden Sie sich selbst an; niemand sonst im Team kann Ihre Anmeldung benutzen.',
  'sign-ins.none': 'Kein Server verlangt eine Anmeldung von Ihnen.',
  'sign-ins.none.why': 'Verlangt einer sie, so erscheint er hier und in dem Chat, der ihn braucht.',
  'sign-ins.heading': 'Anmeldung',
  'sign-ins.state.none': 'Nicht angemeldet.',
  'sign-ins.state.none-team': 'Das Team ist nicht angemeldet.',
  'sign-ins.state.over': 'Die Anmeldung ist abgelaufen und ließ sich nicht erneuern. Melden Sie sich neu an.',
  'sign-ins.state.over-team':
    'Die Anmeldung des Teams ist abgelaufen und ließ sich nicht erneuern. Ein Admin meldet es neu an.',
  'sign-ins.state.in': 'Angemeldet.',
  'sign-ins.state.as': 'Angemeldet als „<who>who</who>“.',
  'sign-ins.state.team': 'Das Team ist angemeldet, von <person>person</person>.',
  'sign-ins.state.team-as': 'Das Team ist angemeldet als „<who>who</who>“, von <person>person</person>.',
  'sign-ins.sign-in': 'Anmelden',
  'sign-ins.again': 'Neu anmelden',
  'sign-ins.more': 'Mit mehr Rechten anmelden',
  'sign-ins.out': 'Abmelden',
  'sign-ins.is-out': 'Sie sind bei {server} abgemeldet.',
  'sign-ins.team-out': 'Das Team ist bei {server} abgemeldet.',
  'sign-ins.admins-do': 'Hier dient eine Anmeldung dem ganzen Team; um sie kümmern sich Admins.',
  'sign-ins.at': 'Angemeldet bei',
  'sign-ins.rights': 'Rechte',
  'sign-ins.rights.none': 'keine, die genannt wurden',
  'sign-ins.wanted': 'Verlangt außerdem',
  'sign-ins.since': 'Seit',
  'sign-ins.refreshed': 'Zuletzt erneuert',
  'sign-ins.refreshed.never': 'noch nicht',
  'sign-ins.people': 'Angemeldet',
  'sign-ins.people.count': '{count, plural, =0 {niemand} one {# Person} other {# Personen}}',
  'sign-ins.way': 'Wer sich anmeldet',
  'sign-ins.way.each': 'Jede Person',
  'sign-ins.way.team': 'Das Team, einmal',
  'sign-ins.way.means':
    'Mit der Anmeldung des Teams handeln alle als das Konto, mit dem ein Admin sich anmeldet. Wer das ändert, meldet alle ab.',
  'sign-ins.provider': 'Falls der Anbieter ablehnt',
  'sign-ins.no-resource':
    'Den Server bei der Anmeldung nicht nennen. Manche Anbieter lehnen es ab, wenn man sagt, für welchen Server sie ist.',
  'sign-ins.client.how':
    'Manche Anbieter nehmen nur Programme, die von Hand eingetragen wurden. Tragen Sie Amber dort mit dieser Adresse ein, und geben Sie hier die Kennung an, die Sie bekommen:',
  'sign-ins.client.id': 'Client-ID',
  'sign-ins.client.secret': 'Client-Geheimnis, falls es eines gibt; wird nie wieder angezeigt',
  'sign-ins.client.use': 'Mit dieser ID anmelden',
  'sign-ins.failed.page': 'Die Anmeldung hat nicht geklappt',
  'sign-ins.failed.at': 'Die Anmeldung bei {server} hat nicht geklappt',
  'sign-ins.failed.unknown':
    'Diese Anmeldung wurde nicht hier begonnen, ist vorbei oder wurde schon benutzt. Beginnen Sie sie neu: in den Einstellungen oder in dem Chat, der sie braucht.',
  'sign-ins.failed.signed-out':
    'Sie sind inzwischen von Amber abgemeldet. Melden Sie sich zuerst bei Amber an, und beginnen Sie dann die Anmeldung beim Server neu.',
  'sign-ins.failed.nothing': 'Nichts davon wurde behalten.',
  'sign-ins.failed.to-settings': 'Zu den Anmeldungen',
  'sign-ins.failed.to-chat': 'Zurück zum Chat',
  'sign-ins.failed.sign-in': 'Bei Amber anmelden',
};
