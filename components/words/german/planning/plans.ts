/** Die Karte eines Plans: mehrere Aufrufe, die auf einmal bestätigt werden. */
import type { PLANS as ENGLISH } from '../../english/planning/plans';
import type { Translated } from '../../language';

export const PLANS: Translated<typeof ENGLISH> = {
  'plan.was':
    '{count, plural, one {Ein Aufruf} other {# Aufrufe}}, einer nach dem anderen, bis einer nicht gelingt.',
  'plan.about':
    '{count, plural, one {Ein Aufruf wird} other {# Aufrufe werden}} ausgeführt, einer nach dem anderen, bis einer nicht gelingt. {count, plural, one {Bestätigen} other {Alle bestätigen}}?',
  'plan.steps': 'Schritte',
  'plan.step': 'Schritt {step, number}',
  'plan.why': 'Was der Agent dazu sagt:',
  'plan.doubled': 'Ein Text, der mit $$ beginnt, wird mit nur einem $ gesendet.',
  'plan.takes-over':
    'Übernimmt, was {count, plural, one {Schritt {steps}} other {die Schritte {steps}}} antworten {count, plural, one {wird} other {werden}}: noch nicht bekannt.',
  'plan.again.outside': 'Fragt noch einmal, sobald der Wert bekannt ist, denn er kommt von außen.',
  'plan.again.unseen': 'Fragt noch einmal, sobald der Wert bekannt ist, denn jemand soll ihn sehen.',
  'plan.again.destroys': 'Fragt noch einmal, sobald bekannt ist, was genau damit zerstört wird.',
  'plan.no-preview': 'Was genau das betrifft, lässt sich noch nicht sagen.',
  'plan.leave-out': 'Weglassen',
  'plan.leave-out-too': 'Weglassen, mit {count, plural, one {Schritt {steps}} other {den Schritten {steps}}}',
  'plan.leave-out-step': 'Schritt {step, number} weglassen',
  'plan.leaving-out': 'Die neue Karte wird geholt …',
};
