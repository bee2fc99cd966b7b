/** Der Arbeitsbereich: zurücknehmen, was Aufrufe darin geändert haben, seine Dateien neben einem Chat, und Aufgaben, die weitergegeben werden. */
import type { WORKSPACE as ENGLISH } from '../english/workspace';
import type { Translated } from '../language';

export const WORKSPACE: Translated<typeof ENGLISH> = {
  'taking-back.call': 'Zurücknehmen',
  'taking-back.call-named': 'Zurücknehmen: {call}',
  'taking-back.answer':
    '{count, plural, one {# Änderung} other {Alle # Änderungen}} dieser Antwort zurücknehmen',
  'taking-back.again': 'Wiederholen: {call}',
  'taking-back.says': '„{call}“ ist zurückgenommen. Was geändert wurde, ist wieder wie vorher.',
  'taking-back.since': '„{call}“ wurde danach zurückgenommen.',
  'taking-back.taken': 'Zurückgenommen',
  'taking-back.not-done': 'Es wurde nichts zurückgenommen.',
  'taking-back.asked': 'Nimm zurück, was dieser Aufruf geändert hat: {call}',
  'taking-back.asked-all': 'Nimm alles zurück, was in derselben Antwort geändert wurde wie: {call}',
  'sub-agent.work': '{name}, was dafür getan wird',
  'sub-agent.nothing': 'Noch nichts.',
  'sub-agent.waits': 'Wartet auf eine Entscheidung',
  'sub-agent.architect': 'Architekt',
  'sub-agent.page': 'eine Seite von {server} ({tool})',
  'sub-agent.for-chat': 'Für den Chat <chat>chat</chat>, durch <agents>agents</agents>',
  'sub-agent.task': 'Aufgabe',
  'sub-agent.asked': ', durch <agents>agents</agents>',
  'folder.title': 'Dateien',
  'folder.changed': 'In diesem Chat geändert',
  'folder.all': 'Alle Dateien',
  'folder.none': 'Dieser Chat hat keine Dateien geändert, oder sie sind wieder wie zuvor.',
  'folder.none.act': 'Nach den Dateien fragen',
  'folder.none.question': 'Welche Dateien sind im Arbeitsbereich?',
  'folder.patch': 'Als Patch herunterladen',
  'folder.added': 'hinzugefügt',
  'folder.edited': 'geändert',
  'folder.deleted': 'gelöscht',
  'folder.no-diff':
    'Der Unterschied wird nicht gezeigt: kein Text, zu groß, oder es könnten Zugangsdaten darin stehen.',
  'folder.cut': 'Es haben sich mehr Dateien geändert, als hier stehen.',
  'folder.empty': 'Leer',
  'folder.more': 'Mehr anzeigen',
};
