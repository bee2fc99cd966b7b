/** Ressourcen und Vorlagen verbundener Server, im Eingabefeld. */
import type { OFFERS as ENGLISH } from '../../english/composer/offers';
import type { Translated } from '../../language';

export const OFFERS: Translated<typeof ENGLISH> = {
  'offers.resources': 'Ressourcen Ihrer Server',
  'offers.prompts': 'Vorlagen Ihrer Server',
  'offers.looking': 'Die Server werden gefragt …',
  'offers.none': 'Ihre Server bieten hier nichts an.',
  'offers.found': '{count, plural, =0 {Nichts gefunden} one {# gefunden} other {# gefunden}}',
  'offers.more': 'Es gibt mehr: Tippen Sie weiter, um es zu finden.',
  'offers.silent': 'Keine Antwort von {servers}.',
  'offers.sign-in': 'Um zu sehen, was {servers} anbietet, melden Sie sich dort unter Server an.',
  'offers.outside': 'unverbürgt',
  'offers.outside-means':
    'Niemand bürgt für diesen Server: Was er sagt, zählt als Worte von außen, und vor Änderungen wird dann gefragt.',
  'offers.from': 'von <server>server</server>',
  'offers.prompt-of': 'Vorlage von <server>server</server>',
  'offers.reading': '<server>server</server> wird gefragt …',
  'offers.take-back': 'Die Vorlage {name} mit ihren Worten zurücknehmen',
  'offers.left':
    '{count, plural, one {Ein Teil wurde} other {# Teile wurden}} weggelassen: zu viele, zu groß oder in einem Format, das sich nicht lesen lässt.',
  'offers.optional': '(optional)',
  'offers.proposals': 'Vorschläge für {field}',
  'offers.attach': 'Anhängen',
  'offers.insert': 'In die Nachricht setzen',
  'offers.cancel': 'Abbrechen',
  'link.open': 'Hier lesen',
  'link.open-named': 'Hier lesen: {name}',
  'link.close': 'Schließen',
  'link.empty': 'Darin steht nichts.',
  'link.file': 'Eine Datei, die hier nicht gezeigt wird: {type}, {size}.',
  'link.cut': 'Die ersten {count, number} Zeichen.',
};
