/** Einen Chat wiederfinden. */
import type { FINDING as ENGLISH } from '../english/finding';
import type { Translated } from '../language';

export const FINDING: Translated<typeof ENGLISH> = {
  'finding.search': 'Chats durchsuchen',
  'finding.clear': 'Suche leeren',
  'finding.searching': 'Suche läuft…',
  'finding.nothing': 'Nichts gefunden. Versuchen Sie andere oder weniger Wörter.',
  'finding.count': '{count, plural, one {# Treffer} other {# Treffer}}',
  'finding.count-more': 'Die neuesten {count} Treffer',
  'finding.more': 'Weitere Treffer anzeigen',
  'finding.chats': 'Chats',
  'finding.messages': 'Nachrichten',
  'finding.gone': 'Diese Nachricht gibt es in diesem Chat nicht mehr.',
};
