/**
 * Everyday verbs by what they do, English and German, synonyms on one line. They reveal what a message asks for and
 * what a tool's name says it does; in a search, those on one line stand for each other.
 */
import { folded, termsOf, wordsOf } from './words';

/** `reads` shows something, `changes` modifies it, `destroys` removes it. */
export type Deed = 'reads' | 'changes' | 'destroys';

const READS = `
show list get view display fetch retrieve read see print / zeige zeigen zeig anzeigen auflisten liste abrufen lesen
find search query lookup look locate browse discover / suche suchen such finde finden nachschlagen
check verify inspect examine monitor watch / pruefe pruefen ueberpruefe ueberpruefen ansehen
tell explain describe know mean answer / erklaere erklaeren beschreibe beschreiben wissen sage
count calculate compute measure estimate / zaehle zaehlen berechne berechnen
compare rank / vergleiche vergleichen
summarize analyze review / fasse zusammenfassen analysiere analysieren
recommend suggest advise / empfehle empfehlen`;

const CHANGES = `
create add make new insert / erstelle erstellen anlegen hinzufuegen neu neue neuen neues
generate build produce compose draft write / generiere generieren erzeuge erzeugen schreibe schreiben
update change edit modify set adjust alter patch / aendere aendern aktualisiere aktualisieren setze setzen bearbeite bearbeiten
send post mail notify publish / sende senden schicke schicken verschicke verschicken
start run launch execute trigger invoke / starte starten ausfuehren
stop pause halt suspend / stoppe stoppen anhalten
upload import attach / hochladen importiere importieren
rename move transfer / umbenennen verschiebe verschieben ueberweise ueberweisen
enable activate / aktiviere aktivieren
disable deactivate / deaktiviere deaktivieren
deploy install configure provision / installiere installieren konfiguriere konfigurieren
assign grant invite share / zuweisen lade einladen teile teilen
book reserve schedule plan / buche buchen reserviere reservieren plane planen
buy purchase order pay / kaufe kaufen bestelle bestellen bezahle bezahlen
approve accept confirm sign / genehmige genehmigen bestaetige bestaetigen
copy clone duplicate / kopiere kopieren
save store record log / speichere speichern
restart reboot refresh restore recover / wiederherstellen
register enroll subscribe join / registriere registrieren anmelden
submit apply request / beantrage beantragen
merge sync migrate convert translate / uebersetze uebersetzen`;

const DESTROYS = `
delete remove drop erase destroy purge wipe clear discard trash / loesche loeschen loescht entferne entfernen
cancel terminate kill end close abort / storniere stornieren kuendige kuendigen beende beenden schliesse schliessen
revoke withdraw reject / entziehe entziehen widerrufe widerrufen
uninstall detach / deinstalliere deinstallieren
reset overwrite replace / zuruecksetzen ueberschreibe ueberschreiben ersetze ersetzen
archive / archiviere archivieren`;

/** Synonymous verbs, as terms. */
export const VERB_CLASSES: readonly (readonly string[])[] = [READS, CHANGES, DESTROYS].flatMap(linesOf);

const DEEDS = new Map<string, Deed>([
  ...termsOf(READS).map((term) => [term, 'reads'] as const),
  ...termsOf(CHANGES).map((term) => [term, 'changes'] as const),
  ...termsOf(DESTROYS).map((term) => [term, 'destroys'] as const),
]);

/** The words of the lists as they are; those after the slash are German, and kept apart. */
const ENGLISH = new Set(formsOf(0));
const GERMAN = new Set(formsOf(1));

/** Whether a word, in lower case and without accents, has a form used for requests; `settings` has not. */
export function isAskingForm(word: string): boolean {
  return ENGLISH.has(word) || GERMAN.has(word) || word.endsWith('ing');
}

/** Whether it has the form of a verb in a name: `list`, and neither `lists` nor `listing`. */
export function isBaseForm(word: string): boolean {
  return ENGLISH.has(word) || GERMAN.has(word);
}

/** Whether it is a request in any position, not only at the beginning. */
export function asksAnywhere(word: string): boolean {
  return GERMAN.has(word) && !ENGLISH.has(word);
}

/** What a verb does; undefined for other words. */
export function deedOf(term: string): Deed | undefined {
  return DEEDS.get(term);
}

function linesOf(text: string): string[][] {
  return text
    .trim()
    .split('\n')
    .map((line) => [...new Set(termsOf(line))]);
}

function formsOf(side: 0 | 1): string[] {
  const lines = `${READS}\n${CHANGES}\n${DESTROYS}`.split('\n');
  return lines.flatMap((line) => wordsOf(line.split('/')[side] ?? '').map(folded));
}
