/** Was die Seite der Server von Proben sagt. */
import type { SERVER_REHEARSALS as ENGLISH } from '../../english/servers/rehearsals';
import type { Translated } from '../../language';

export const SERVER_REHEARSALS: Translated<typeof ENGLISH> = {
  'servers.rehearsal.said.on':
    'Seine Aufrufe werden für ihre Karten geprobt, mit der Angabe <switch>dryRun: true</switch>: Worum es bei einer ersten Probe ging, war danach dasselbe.',
  'servers.rehearsal.said.changed':
    'Mit der Angabe <switch>dryRun: true</switch> war ein Aufruf keine Probe: Worum es ging, war danach nicht mehr dasselbe. Es wird nichts mehr geprobt. Anders war:',
  'servers.rehearsal.said.unreadable':
    'Nach einem Aufruf mit der Angabe <switch>dryRun: true</switch> ließ sich nicht lesen und vergleichen, worum es ging. Es wird nichts mehr geprobt.',
  'servers.rehearsal.proposed.server':
    'Sein Server sagt, dass <switch>dryRun: true</switch> einen Aufruf zur Probe macht, die nichts ändert.',
  'servers.rehearsal.proposed.name':
    'Es scheint, dass <switch>dryRun: true</switch> einen Aufruf zur Probe macht, die nichts ändert.',
  'servers.rehearsal.no-record':
    'Es kann geprobt werden, sobald etwas seinen Datensatz zeigt: Ohne das könnte niemand sagen, ob etwas geändert wurde.',
  'servers.rehearsal.were-off':
    '{count, plural, one {# Werkzeug wird} other {# Werkzeuge werden}} nicht mehr geprobt',
  'servers.rehearsal.try': 'Ausprobieren',
  'servers.rehearsal.off': 'Nicht mehr proben',
  'servers.rehearsal.seen': 'Aus lassen',
  'servers.rehearsal.form': 'Proben lassen',
  'servers.rehearsal.form-of': 'Erste Probe von {tool}',
  'servers.rehearsal.argument': 'Angabe, die es zur Probe macht',
  'servers.rehearsal.choose': 'Angabe wählen',
  'servers.rehearsal.value': 'Ihr Wert',
  'servers.rehearsal.arguments': 'Angaben der ersten Probe, als JSON',
  'servers.rehearsal.not-json': 'Das ist kein JSON-Objekt.',
  'servers.rehearsal.warning':
    'Mit dem Knopf bestätigen Sie einen Aufruf dieses Werkzeugs. Hält sein Server nicht Wort, läuft er wirklich: Nennen Sie etwas, das verloren gehen darf. Es wird davor und danach gelesen und verglichen.',
  'servers.rehearsal.confirm': 'Die erste Probe bestätigen',
  'servers.rehearsal.made': '{tool}: Es wurde einmal aufgerufen. Was daraus wurde, steht beim Werkzeug.',
  'servers.rehearsal.gone': '{tool}: Es wird nichts mehr geprobt.',
};
