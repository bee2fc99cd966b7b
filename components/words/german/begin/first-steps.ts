/** Was ein neues Team durch seine ersten Minuten führt. */
import type { FIRST_STEPS as ENGLISH } from '../../english/begin/first-steps';
import type { Translated } from '../../language';

export const FIRST_STEPS: Translated<typeof ENGLISH> = {
  'first.heading': 'Erste Schritte',
  'first.away': 'Ausblenden',
  'first.done': 'Erledigt',
  'first.skip': 'Überspringen',
  'first.skip-it': 'Überspringen: {step}',
  'first.model': 'Ein Modell verbinden',
  'first.model.why': 'Bis dahin antworten eingebaute Regeln, die einfache Anfragen auf Englisch verstehen.',
  'first.model.act': 'Modell eingeben',
  'first.model.close': 'Schließen',
  'first.model.others':
    'Bis dahin antworten eingebaute Regeln. Ein Modell verbinden kann {names}, unter Einstellungen, Modelle.',
  'first.model.nobody': 'Eingebaute Regeln antworten, bis ein Admin ein Modell verbindet.',
  'first.records': 'Etwas zum Arbeiten geben',
  'first.records.why':
    'Verbinden Sie einen MCP-Server, oder fügen Sie zum Ausprobieren die Daten einer erfundenen Firma hinzu. Diese bleiben: Keine Schaltfläche entfernt sie alle wieder, fügen Sie sie also nur in einem Team hinzu, das zum Ausprobieren da ist.',
  'first.records.server': 'Server verbinden',
  'first.records.example': 'Beispielfirma hinzufügen',
  'first.records.taking': 'Wird hinzugefügt …',
  'first.invite': 'Jemanden einladen',
  'first.invite.why':
    'Die Einladung geht per E-Mail. Amber schreibt die Bitte unten ins Nachrichtenfeld; Sie lesen sie und senden sie ab.',
  'first.invite.why.no-mail':
    'Hier ist kein Mailserver eingerichtet, darum geht keine Einladung per E-Mail: Erstellen Sie unter Einstellungen, Team einen Link, und geben Sie ihn selbst weiter. Oder bitten Sie Amber unten im Nachrichtenfeld, jemanden einzuladen, und erstellen Sie den Link danach dort.',
  'first.invite.link': 'Link unter Team erstellen',
  'first.invite.act': 'Ins Nachrichtenfeld schreiben',
  'first.invite.address': 'E-Mail-Adresse',
  'first.ask': 'Die erste Frage stellen',
  'first.ask.why':
    'Amber liest und erledigt alltägliche Änderungen sofort. Was etwas zerstören kann, etwa Löschen, wartet auf einen Klick.',
  'first.ask.act': 'Eine vorschlagen',
  'first.card': 'Die Karte ansehen, auf der Amber fragt',
  'first.card.why': 'Drei kurze Schritte an einem Beispiel, das nichts tut.',
  'first.card.act': 'Zeigen',
};
