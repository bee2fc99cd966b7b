/** Modelle, in den Einstellungen und im Chat; und was sie sich merken sollen. */
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
  'models.window': '{count, number} Tokens Kontext',
  'models.output': 'schreibt bis zu {count, number} Tokens auf einmal',
  'models.price': '{in} je Million gelesener Tokens, {out} je Million geschriebener',
  'models.test': 'Testen',
  'models.test-it': '{title} testen',
  'models.testing': 'Wird getestet …',
  'models.answered': 'Es hat nach {seconds} Sekunden geantwortet.',
  'models.not-tested': 'Der Test ist fehlgeschlagen.',
  'models.where':
    'Die Modelle des Betreibers kommen aus der Datei, die AMBER_MODELS nennt, und aus den Einstellungen des Servers.',
  'models.choose': 'Modell',
  'models.gone': 'Nicht mehr verfügbar: {title} antwortet',
  'models.not-changed': 'Das Modell wurde nicht geändert.',
  'place.memory': 'Gedächtnis',
  'settings.memory.heading': 'Gedächtnis',
  'memory.intro':
    'Was Amber sich auf Ihre Bitte über Sie gemerkt hat. Nur Sie sehen es, und Amber berücksichtigt es in Antworten an Sie. Schreiben Sie in einem Chat „Merk dir, dass …“, um etwas hinzuzufügen.',
  'memory.intro.offline':
    'Was Amber sich auf Ihre Bitte über Sie gemerkt hat. Nur Sie sehen es. Um etwas hinzuzufügen, schreiben Sie in einem Chat auf Englisch „Remember that …“: Das Offline-Modell versteht nur Englisch.',
  'memory.nothing.why.offline':
    'Schreiben Sie in einem Chat auf Englisch, was Amber wissen soll: „Remember that I bill in CHF“.',
  'memory.switch': 'Gedächtnis',
  'memory.on': 'Ein',
  'memory.off': 'Aus',
  'memory.switch-hint':
    'Solange es aus ist, wird nichts gelesen und nichts hinzugefügt. Was hier steht, bleibt.',
  'memory.is-on': 'Das Gedächtnis ist eingeschaltet.',
  'memory.is-off': 'Das Gedächtnis ist ausgeschaltet.',
  'memory.nothing': 'Noch nichts gemerkt.',
  'memory.nothing.why':
    'Sagen Sie in einem Chat, was Amber wissen soll: „Merk dir, dass ich in CHF abrechne“.',
  'memory.fact': 'Was Amber sich gemerkt hat',
  'memory.since': 'Gemerkt <when>when</when>',
  'memory.edit': 'Bearbeiten',
  'memory.edit-it': 'Bearbeiten: {name}',
  'memory.delete': 'Löschen',
  'memory.delete-it': 'Löschen: {name}',
  'memory.delete-all': 'Alles löschen',
  'memory.deleted': 'Gelöscht.',
  'memory.all-deleted': 'Alles ist gelöscht.',
  'memory.not-deleted': 'Nichts wurde gelöscht.',
  'memory.save': 'Speichern',
  'memory.keep-as-is': 'Abbrechen',
};
