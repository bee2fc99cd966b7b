/**
 * Everyday things, English and German, synonyms on one line: tools are mostly described in English, whatever language
 * people write in.
 */
import { termsOf } from './words';

const THINGS = `
customer client buyer / kunde kunden kundin kundinnen
invoice bill / rechnung rechnungen
order purchase / bestellung bestellungen auftrag auftraege
offer quote proposal / angebot angebote
payment / zahlung zahlungen ueberweisung
price pricing cost fee cheap cheaper expensive / preis preise kosten gebuehr billig billiger guenstig guenstiger teuer teurer
discount coupon voucher / rabatt rabatte gutschein gutscheine
product article item goods / produkt produkte artikel ware waren
supplier vendor / lieferant lieferanten
delivery shipment shipping / lieferung lieferungen versand sendung
warehouse stock inventory / lager bestand lagerbestand
contract agreement / vertrag vertraege
employee staff worker / mitarbeiter mitarbeiterin angestellte
company business firm organization / firma firmen unternehmen
user account / benutzer nutzer konto konten
password / passwort kennwort
address / adresse adressen anschrift
name / name namen
note memo / notiz notizen
task todo / aufgabe aufgaben
project / projekt projekte
ticket issue / ticket vorgang
error bug failure / fehler stoerung
meeting appointment event / termin termine besprechung besprechungen treffen
calendar schedule / kalender
reminder / erinnerung erinnerungen
message / nachricht nachrichten
mail email inbox / mail mails postfach
contact / kontakt kontakte
phone telephone / telefon telefonnummer
team group / team gruppe gruppen
file document / datei dateien dokument dokumente
folder directory / ordner verzeichnis
table spreadsheet / tabelle tabellen
row record / zeile zeilen datensatz datensaetze
picture image photo / bild bilder foto fotos
page website / seite seiten webseite
link url / verweis adresse
news headline / nachrichten neuigkeiten
report statistics / bericht berichte auswertung statistik
list overview / liste uebersicht
number count / zahl anzahl nummer
date day / datum tag tage
time hour / zeit uhrzeit stunde stunden
week / woche wochen
month / monat monate
year / jahr jahre
today / heute
tomorrow / morgen
yesterday / gestern
weather / wetter
forecast / vorhersage wettervorhersage
temperature / temperatur temperaturen
rain / regen
city town / stadt staedte
country nation / land laender
street road / strasse strassen
map / karte landkarte
route direction / strecke weg wegbeschreibung
trip travel journey / reise reisen
flight plane / flug fluege flugzeug
train railway / zug zuege bahn
car vehicle / auto autos fahrzeug
hotel accommodation / hotel unterkunft
house home / haus haeuser
apartment flat / wohnung wohnungen
rent lease / miete mieten
restaurant / restaurant lokal
food meal / essen mahlzeit
recipe / rezept rezepte
book / buch buecher
music song / musik lied lieder
movie film / film filme
game / spiel spiele
course lesson / kurs kurse unterricht
job vacancy / stelle arbeitsplatz arbeit
application / bewerbung bewerbungen
money / geld
tax / steuer steuern
share stock / aktie aktien
currency exchange / waehrung waehrungen wechselkurs
bank / bank
law / gesetz gesetze recht
doctor physician / arzt aerztin
health / gesundheit
language / sprache
word / wort woerter
translation / uebersetzung
question / frage fragen
answer reply / antwort antworten
review rating / bewertung bewertungen
comment / kommentar kommentare
permission access right / berechtigung berechtigungen zugriff rechte
role / rolle rollen
server machine / server rechner
repository repo / repository
documentation docs doc / dokumentation
environment env / umgebung
variable var / variable
statistics stats / statistik
organization org / organisation
kubernetes k8s / kubernetes
pull pr / pull
merge mr / merge
info information details / angaben auskunft
database / datenbank datenbanken
backup / sicherung sicherungskopie
log / protokoll protokolle
version release / version ausgabe
key secret / schluessel geheimnis
setting configuration option / einstellung einstellungen
device / geraet geraete
network / netz netzwerk`;

/** Synonymous things, as terms. */
export const NOUN_CLASSES: readonly (readonly string[])[] = THINGS.trim()
  .split('\n')
  .map((line) => [...new Set(termsOf(line))]);
