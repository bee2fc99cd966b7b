/** Mehrere Aufrufe eines Werkzeugs, die warten, in einer Liste angesehen. */
import type { ALIKE as ENGLISH } from '../../english/planning/alike';
import type { Translated } from '../../language';

export const ALIKE: Translated<typeof ENGLISH> = {
  'alike.waiting': 'Hier warten {count, number} Aufrufe von „<tool>Werkzeug</tool>“.',
  'alike.open': 'Zusammen ansehen',
  'alike.close': 'Liste schließen',
  'alike.caption': 'Die wartenden Aufrufe, auffällige zuerst',
  'alike.same': 'Bei allen gleich',
  'alike.call': 'Aufruf',
  'alike.differs': 'Was ihn unterscheidet',
  'alike.odd': 'Anders als bei den meisten:',
  'alike.largest': 'Viel mehr als bei den anderen:',
  'alike.not-given': 'ist nicht angegeben',
  'alike.nothing-own': 'Nur, was bei allen gleich ist.',
  'alike.card': 'Zur Karte',
  'alike.to-card': 'Zur Karte von Aufruf {nth, number}',
  'alike.asked-by': 'Angefragt von <who>jemandem</who>',
  'alike.one-by-one': 'Einzeln ansehen',
  'alike.confirm': 'Die {count, number} gezeigten bestätigen',
  'alike.cancel': 'Die {count, number} gezeigten ablehnen',
  'alike.unseen':
    '{count, plural, one {Ein Aufruf war} other {# Aufrufe waren}} noch nicht zu sehen: Sehen Sie die Liste bis zum Ende an.',
  'alike.open-one': 'Öffnen Sie {what}, um zu bestätigen.',
  'alike.each':
    'Jeder wird für sich entschieden. Was sich seitdem geändert hat, wird nicht bestätigt und bleibt als Karte stehen.',
  'alike.confirmed':
    '{count, plural, =0 {Keiner wurde bestätigt.} one {Einer wurde bestätigt.} other {# wurden bestätigt.}}',
  'alike.cancelled':
    '{count, plural, =0 {Keiner wurde abgelehnt.} one {Einer wurde abgelehnt.} other {# wurden abgelehnt.}}',
  'alike.refused':
    '{count, plural, one {Einer wurde nicht entschieden und wartet als Karte:} other {# wurden nicht entschieden und warten als Karten:}}',
};
