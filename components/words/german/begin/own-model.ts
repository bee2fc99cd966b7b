/** Ein Modell, das ein Admin für das Team verbindet. */
import type { OWN_MODEL as ENGLISH } from '../../english/begin/own-model';
import type { Translated } from '../../language';

export const OWN_MODEL: Translated<typeof ENGLISH> = {
  'own-model.heading': 'Das eigene Modell Ihres Teams',
  'own-model.intro':
    'Ein Modell, das Sie hier verbinden, antwortet Ihrem Team. Es wird zuerst mit einer kleinen Frage geprüft; sein Schlüssel wird versiegelt, nur an diese Adresse gesendet und nie wieder angezeigt.',
  'own-model.beside':
    'Die Modelle des Betreibers bleiben der Standard. Ihres steht daneben und lässt sich für jeden Chat wählen.',
  'own-model.address': 'Adresse (leer für OpenAI)',
  'own-model.model': 'Name des Modells',
  'own-model.model.hint': 'So, wie der Anbieter ihn schreibt, bei OpenAI zum Beispiel gpt-5-mini.',
  'own-model.key': 'Schlüssel',
  'own-model.key.hint':
    'Von der Website des Anbieters, wo API-Schlüssel erstellt werden (OpenAI: platform.openai.com). Leer bei einem Modell, das keinen braucht.',
  'own-model.key-kept': 'Schlüssel (leer lassen, um den bisherigen zu behalten)',
  'own-model.submit': 'Prüfen und verbinden',
  'own-model.checking': 'Wird geprüft …',
  'own-model.done': 'Es hat geantwortet und ist verbunden.',
  'own-model.at': 'Unter {address}',
  'own-model.at-openai': 'Bei OpenAI',
  'own-model.sealed': 'Schlüssel versiegelt',
  'own-model.no-key': 'ohne Schlüssel',
  'own-model.by': 'verbunden von {who} <when>wann</when>',
  'own-model.since': 'verbunden <when>wann</when>',
  'own-model.unreadable': 'Sein Schlüssel lässt sich nicht mehr lesen. Geben Sie ihn neu ein.',
  'own-model.replace': 'Ersetzen',
  'own-model.keep': 'Abbrechen',
  'own-model.remove': 'Entfernen',
  'own-model.remove-sure': 'Dieses Modell und seinen Schlüssel entfernen?',
  'own-model.remove-it': 'Entfernen',
  'own-model.removed': 'Das Modell und sein Schlüssel wurden entfernt.',
  'own-model.found': '{model} von {program} läuft auf diesem Rechner.',
  'own-model.use': 'Verwenden',
};
