/** Zurücknehmen, was Aufrufe im Arbeitsbereich geändert haben. */
import type { TAKING_BACK as ENGLISH } from '../english/taking-back';
import type { Translated } from '../language';

export const TAKING_BACK: Translated<typeof ENGLISH> = {
  'taking-back.call': 'Zurücknehmen',
  'taking-back.call-named': 'Zurücknehmen: {call}',
  'taking-back.answer':
    '{count, plural, one {# Änderung} other {Alle # Änderungen}} dieser Antwort zurücknehmen',
  'taking-back.taken': 'Zurückgenommen',
  'taking-back.not-done': 'Es wurde nichts zurückgenommen.',
  'taking-back.asked': 'Nimm zurück, was dieser Aufruf geändert hat: {call}',
  'taking-back.asked-all': 'Nimm alles zurück, was in derselben Antwort geändert wurde wie: {call}',
};
