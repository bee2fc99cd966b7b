/**
 * Whether a message is in a language other than English: then none of it is read, because half of a sentence may be a
 * different request from the whole. Quoted text is a name or a value, and may be in any language.
 */
import { meaningOf } from './lexicon';

export type OtherLanguage = 'german' | 'other';

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(text.split(/\s+/).filter((word) => word !== ''));

/** Words that are not English, and hardly occur in names. */
const GERMAN = wordsOf(`
  zeig zeige zeigen lösch lösche löschen loesche loeschen entferne entfernen ändere ändern aendere aendern erstelle erstellen anlegen
  lege füge fuege hinzu hinzufügen storniere stornieren sende schick schicke verschicke such suche suchen finde nenne öffne markiere
  setze buche überweise ueberweise lade kannst können koennen könntest möchte moechte bitte gib gibt welche welcher welches
  welchen wieviel wieviele wie wer wann warum unser unsere unseren unserer mein meine meinen kunde kunden kundin rechnung rechnungen
  auftrag aufträge auftraege bestellung bestellungen konto konten kontostand kontostände ausgaben einnahmen buchung buchungen zahlung
  zahlungen transaktion transaktionen kategorie kategorien steuer mwst mehrwertsteuer umsatzsteuer überfällig überfällige überfälligen
  ueberfaellige offene offenen offener unbezahlt unbezahlte unbezahlten bezahlt bezahlte bezahlten abgeschlossen abgeschlossene erledigt
  geld schuldet schulden schuldig meisten wenigsten hallo hilfe danke nein ja nicht gestern heute letzten letzte letzter nächste nächsten
  woche monat jahr januar februar märz oktober dezember adresse anschrift telefonnummer mitglied mitglieder mitarbeiter summe betrag
  gesamt gesamtsumme entwurf entwürfe guten dateien ordner liste
`);

/** Words that names begin with or contain. */
const SMALL = wordsOf(
  'im ist sind und oder mit für fuer auf als zu zum zur alle uns mir eine einen einem nach bei beim',
);
/** Before a name they may be part of it; after a word that is not a name they cannot be. */
const LEADING = wordsOf('von vom der den dem des');

const OTHERS = wordsOf(`
  montre montrez affiche affichez supprime supprimer supprimez facture factures quel quels quelle quelles combien nous vous doivent
  argent bonjour merci avec commande commandes impayées muestra muéstrame mostrar borra borrar elimina eliminar cliente clientes factura
  facturas pedido pedidos cuánto cuanto cuánta cuántos quién quien deben hola gracias mostra mostrami cancella fattura fatture clienti
  ordini ciao grazie quanto quanti mostre exclua apague fatura faturas obrigado obrigada olá toon verwijder klant klanten factuur facturen
  welke hoeveel bestelling openstaande bedankt
`);

/** Left out: quoted text, code, addresses, and the text that is to be searched for or remembered. */
const FREE =
  /["“„][^"“”„]*["”“]|`[^`]*`|\S+@\S+|\bhttps?:\S+|\b(?:mentioning|containing|with the (?:word|text)|remember(?: that)?)\b.*|:.*/gis;

const LONGEST = 2000;

/** @returns nothing if it may be English */
export function otherLanguage(message: string): OtherLanguage | undefined {
  // Longer messages are not read anyway.
  const text = message.slice(0, LONGEST).replace(FREE, ' ');
  if (/^[^\p{L}]*(?!\p{Script=Latin})\p{L}/u.test(text)) return 'other';
  const words = text.match(/\p{L}[\p{L}’']*/gu) ?? [];
  const has = (known: ReadonlySet<string>) => words.some((word) => known.has(word.toLowerCase()));
  if (has(GERMAN) || words.some((_, at) => isSmallGerman(words, at))) return 'german';
  return has(OTHERS) ? 'other' : undefined;
}

function isSmallGerman(words: readonly string[], at: number): boolean {
  const [before = '', word = '', next = ''] = [words[at - 1], words[at], words[at + 1]];
  if (LEADING.has(word)) return meaningOf(before.toLowerCase()) !== undefined;
  if (!SMALL.has(word)) return false;
  // "Im looking for" is English; "Schmidt und Partner" is a name.
  if (word === 'im') return isCapital(next);
  return !(isCapital(before) && isCapital(next) && meaningOf(before.toLowerCase()) === undefined);
}

const isCapital = (word: string) => /^\p{Lu}/u.test(word);
