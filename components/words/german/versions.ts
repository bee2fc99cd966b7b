/** Fassungen von Nachrichten: bearbeiten, neu antworten, blättern. */
import type { VERSIONS as ENGLISH } from '../english/versions';
import type { Translated } from '../language';

export const VERSIONS: Translated<typeof ENGLISH> = {
  'versions.copy-message': 'Nachricht kopieren',
  'versions.copy-answer': 'Antwort kopieren',
  'versions.edit': 'Nachricht bearbeiten',
  'versions.regenerate': 'Neu antworten lassen',
  'versions.retry': 'Noch einmal versuchen',
  'versions.place': 'Fassung {nth} von {count}: {name}',
  'versions.previous': 'Vorige Fassung',
  'versions.next': 'Nächste Fassung',
  'versions.previous-named': 'Vorige Fassung: {name}',
  'versions.next-named': 'Nächste Fassung: {name}',
  'versions.ran': '{titles} wurde in Fassung {nth} ausgeführt und nicht rückgängig gemacht.',
  'versions.ran-several': '{titles} wurden in Fassung {nth} ausgeführt und nicht rückgängig gemacht.',
  'versions.may-have-run': '{titles}: womöglich in Fassung {nth} ausgeführt.',
  'versions.and-more': '{titles} und {count} weitere',
  'versions.show': 'Fassung {nth} zeigen',
  'versions.leave': 'Wartende Anfrage zurückziehen?',
  'versions.leave-note':
    'In dieser Fassung wartet etwas auf eine Entscheidung. Wenn Sie die Fassung verlassen, wird es zurückgezogen, und nichts davon wird ausgeführt.',
  'versions.leave-unknown': 'Das offen lassen?',
  'versions.leave-unknown-note':
    'Bei einem Aufruf in dieser Fassung ist noch offen, ob er gewirkt hat. Wenn Sie die Fassung verlassen, können Sie das weiterhin angeben, der Aufruf kann aber nicht wiederholt werden.',
  'versions.leave-anyway': 'Verlassen',
  'versions.stay': 'Bleiben',
  'versions.withdraw': 'Zurückziehen und verlassen',
  'versions.cancel': 'Abbrechen',
  'versions.send': 'Speichern',
  'versions.not-edited': 'Ihre Nachricht wurde nicht geändert.',
  'versions.not-regenerated': 'Es wurde nicht neu geantwortet.',
  'versions.not-shown': 'Die andere Fassung wurde nicht gezeigt.',
  'versions.not-retried': 'Es wurde nicht noch einmal versucht.',
};
