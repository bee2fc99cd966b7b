/** Was gesagt wird, wenn nicht einmal die Wörter gesendet werden konnten. */
import type { LAST_RESORT as ENGLISH } from '../english/last-resort';
import type { Translated } from '../language';

export const LAST_RESORT: Translated<typeof ENGLISH> = {
  'last-resort.heading': 'Amber konnte nicht angezeigt werden',
  'last-resort.why': 'Beim Server ist ein Fehler aufgetreten. Es wurde nichts geändert.',
  'last-resort.again': 'Noch einmal versuchen',
};
