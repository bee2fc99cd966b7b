/** Was der Datensatz eines Aufrufs davor war und danach ist. */
import type { READINGS as ENGLISH } from '../../english/calls/readings';
import type { Translated } from '../../language';

export const READINGS: Translated<typeof ENGLISH> = {
  'reading.title': 'Vorher und nachher',
  'reading.before': 'vorher',
  'reading.after': 'nachher',
  'reading.not-there': 'nicht vorhanden',
  'reading.empty': 'leer',
  'reading.field-of': '{of}: {field}',
  'reading.same': '{count, plural, one {# Feld ist} other {# Felder sind}} wie vorher.',
  'reading.unchanged': 'Nichts, was sich lesen lässt, hat sich geändert.',
  'reading.elsewhere': 'Er hat sich geändert, in Teilen, die hier keinen Platz haben.',
  'reading.more': 'Es haben sich mehr Datensätze geändert, als hier Platz haben.',
  'reading.only-after':
    'Vor diesem Aufruf wurde nichts gelesen, daher lässt sich nichts vergleichen. Jetzt ist der Stand:',
  'reading.only-before': 'Vor dem Aufruf war der Stand:',
  'reading.not-yet': 'Nach dem Aufruf wurde noch nicht gelesen. Vor dem Aufruf war der Stand:',
  'reading.nothing': 'Vor diesem Aufruf wurde nichts gelesen, und danach noch nichts.',
  'reading.failed': 'Nach dem Aufruf ließ er sich nicht lesen: <why>why</why>',
  'reading.at': 'Gelesen <when>when</when>',
  'reading.read': 'Datensatz jetzt lesen',
  'reading.read-again': 'Noch einmal lesen',
  'reading.was': 'Was anders ist als auf der vorigen Karte',
  'reading.record': 'Der Datensatz, um den es geht, wie er jetzt ist',
  'reading.all-fields': 'Alle {count, number} Felder zeigen',
};
