/** Modelle: die Liste in den Einstellungen und die Wahl im Chat. */
import type { MODELS as ENGLISH } from '../english/models';
import type { Translated } from '../language';

export const MODELS: Translated<typeof ENGLISH> = {
  'place.models': 'Modelle',
  'settings.models.heading': 'Modelle',
  'models.intro':
    'Welche Modelle antworten können und was sie kosten. Sie wählen eines für jeden Chat, unter dem Nachrichtenfeld.',
  'models.default': 'Standard',
  'models.offline': 'Eingebaute Regeln, kein Sprachmodell. Versteht einfache Anfragen.',
  'models.takes.text': 'Liest Text',
  'models.takes.images': 'Liest Text und Bilder',
  'models.takes.files': 'Liest Text, Bilder und PDFs',
  'models.window': '{count, number} Token Kontext',
  'models.output': 'schreibt bis zu {count, number} Token auf einmal',
  'models.price': '{in} je Million gelesener Token, {out} je Million geschriebener',
  'models.test': 'Testen',
  'models.test-it': '{title} testen',
  'models.testing': 'Wird getestet …',
  'models.answered': 'Es hat nach {seconds} Sekunden geantwortet.',
  'models.not-tested': 'Der Test ist fehlgeschlagen.',
  'models.where':
    'Die Liste kommt aus der Datei, die AMBER_MODELS nennt, und aus den Einstellungen des Servers.',
  'models.choose': 'Modell',
  'models.gone': 'Nicht mehr verfügbar: {title} antwortet',
  'models.not-changed': 'Das Modell wurde nicht geändert.',
};
