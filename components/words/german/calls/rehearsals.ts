/** Was eine Karte von der Probe ihres Aufrufs sagt. */
import type { REHEARSALS as ENGLISH } from '../../english/calls/rehearsals';
import type { Translated } from '../../language';

export const REHEARSALS: Translated<typeof ENGLISH> = {
  'rehearsal.title': 'Was sein Server auf eine Probe antwortet',
  'rehearsal.done':
    'Der Aufruf wurde mit der Angabe <switch>dryRun: true</switch> gemacht; worum es geht, war danach dasselbe. Antwort:',
  'rehearsal.failed':
    'Der Aufruf wurde mit der Angabe <switch>dryRun: true</switch> gemacht; worum es geht, war danach dasselbe. Er ist gescheitert: <why>why</why>',
  'rehearsal.changed':
    'Der Aufruf wurde mit der Angabe <switch>dryRun: true</switch> gemacht, und worum es geht, war danach nicht mehr dasselbe: Das war keine Probe, oder jemand anders hat es in der Zwischenzeit geändert. Aufrufe dieses Werkzeugs werden nicht mehr geprobt. Anders ist:',
  'rehearsal.unreadable':
    'Der Aufruf wurde mit der Angabe <switch>dryRun: true</switch> gemacht, und worum es geht, ließ sich danach nicht lesen und vergleichen. Aufrufe dieses Werkzeugs werden nicht mehr geprobt.',
  'rehearsal.arguments':
    'Nicht geprobt: Die Angaben enthalten etwas, das als <switch>dryRun: true</switch> gelten könnte oder das das Werkzeug nicht kennt.',
  'rehearsal.rules':
    'Nicht geprobt: Von diesem Aufruf wird nichts gesendet, weder mit <switch>dryRun: true</switch> noch ohne, bevor ihn alle bestätigt haben, die nach den Regeln gefragt werden.',
  'rehearsal.unsent': 'Nicht geprobt, es wurde nichts gesendet: <why>why</why>',
  'rehearsal.off': 'Nicht geprobt: Proben dieses Werkzeugs wurden gerade ausgeschaltet.',
  'rehearsal.itself':
    'Die Angaben enthalten selbst <switch>dryRun: true</switch>: Was nach dem Bestätigen läuft, ist eine Probe.',
};
