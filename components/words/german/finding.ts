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
  'finding.pin': 'Anheften',
  'finding.unpin': 'Lösen',
  'finding.pinned': 'Angeheftet',
  'finding.archive': 'Archivieren',
  'finding.unarchive': 'Aus dem Archiv holen',
  'finding.archived': 'Chat archiviert.',
  'finding.unarchived': 'Chat aus dem Archiv geholt.',
  'finding.deleted': 'Chat gelöscht. Sie können ihn 30 Tage lang wiederherstellen.',
  'finding.undo': 'Rückgängig',
  'finding.not-undone': 'Das ließ sich nicht rückgängig machen.',
  'finding.not-done': 'Der Chat wurde nicht geändert.',
  'finding.not-deleted': 'Der Chat wurde nicht gelöscht.',
  'finding.toast.close': 'Schließen',
  'finding.away.link': 'Archivierte und gelöschte Chats',
  'finding.away.archived': 'Archiviert',
  'finding.away.archived-none':
    'Keine archivierten Chats. Über das Menü eines Chats nehmen Sie ihn aus der Liste.',
  'finding.away.deleted': 'Kürzlich gelöscht',
  'finding.away.deleted-hint':
    'Gelöschte Chats lassen sich 30 Tage lang wiederherstellen. Was darin lief oder wartete, bleibt beendet.',
  'finding.away.deleted-none': 'In den letzten 30 Tagen wurde nichts gelöscht.',
  'finding.away.restore': 'Wiederherstellen',
  'finding.away.restored': 'Chat wiederhergestellt.',
  'finding.away.more': 'Ältere Chats anzeigen',
  'finding.away.failed': 'Die Liste konnte nicht geladen werden.',
};
