/** Die Führung an der Karte: ein Beispiel, das nichts tut. */
import type { TOUR as ENGLISH } from '../../english/begin/tour';
import type { Translated } from '../../language';

export const TOUR: Translated<typeof ENGLISH> = {
  'suggestion.invite': 'Lade {address} als Mitglied ein',
  'empty.ask': 'Etwas fragen',
  'tour.title': 'Die Karte, auf der Amber fragt',
  'tour.of': 'Schritt {step} von 3',
  'tour.next': 'Weiter',
  'tour.back': 'Zurück',
  'tour.skip': 'Überspringen',
  'tour.finish': 'Verstanden',
  'tour.example': 'Beispiel',
  'tour.picture':
    'Bild einer Karte, die fragt, ob ein Kunde einer erfundenen Firma gelöscht werden soll. Es ist ein Beispiel und tut nichts.',
  'tour.example.title': 'Kunde löschen',
  'tour.example.customer': 'Kunde',
  'tour.example.name': 'Beispiel & Söhne',
  'tour.example.orders': 'Aufträge',
  'tour.example.two': '2, offen: 4.680,00 EUR',
  'tour.example.why': 'Löscht etwas',
  'tour.example.value': 'customerId: …',
  'tour.what.heading': 'Was betroffen ist',
  'tour.what.words':
    'Was etwas zerstören kann, etwa Löschen, läuft nicht von selbst. Eine gelbe Karte sagt mit Namen und Beträgen, worum es geht, so wie es in diesem Augenblick ist.',
  'tour.values.heading': 'Mit genau diesen Werten',
  'tour.values.words':
    'Darunter steht buchstäblich, was gesendet würde, und warum Sie gefragt werden. Ändert sich inzwischen etwas daran, tritt eine neue Karte an ihre Stelle.',
  'tour.decide.heading': 'Sie entscheiden',
  'tour.decide.words':
    'Bestätigen führt genau das aus, einmal. Ablehnen lässt alles, wie es ist. Tun Sie keines von beiden, läuft die Karte ab, und nichts geschieht.',
};
