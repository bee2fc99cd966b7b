/** Die Dateien des Arbeitsbereichs neben einem Chat. */
import type { FOLDER as ENGLISH } from '../english/folder';
import type { Translated } from '../language';

export const FOLDER: Translated<typeof ENGLISH> = {
  'folder.title': 'Dateien',
  'folder.changed': 'In diesem Chat geändert',
  'folder.all': 'Alle Dateien',
  'folder.none': 'Nichts, was dieser Chat geändert hat, ist jetzt anders als vorher.',
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
