/** Was auf den Karten unserer eigenen Werkzeuge steht: die ersten Sätze ihrer Beschreibungen. */
export const SENTENCES: Readonly<Record<string, string>> = {
  'Takes back what a call changed, where everything is as that call left it.':
    'Nimmt zurück, was ein Aufruf geändert hat, wo alles noch so ist, wie er es hinterlassen hat.',
  'Deletes the customer with its orders and draft invoices. Refused while it has finalised, sent or paid invoices.':
    'Löscht den Kunden mit seinen Aufträgen und Rechnungsentwürfen. Wird abgelehnt, solange er andere Rechnungen hat.',
  'Cancels the order while it is open or in progress.':
    'Storniert den Auftrag, solange er offen oder in Arbeit ist.',
  'Deletes the draft invoice with its lines. Finalised, sent and paid invoices are kept.':
    'Löscht den Rechnungsentwurf mit seinen Positionen. Festgeschriebene, gesendete und bezahlte Rechnungen bleiben.',
  'Finalises (issues) the draft invoice: it gets its number and date and can no longer be changed or deleted.':
    'Schreibt den Rechnungsentwurf fest (stellt ihn aus): Er bekommt Nummer und Datum und lässt sich nicht mehr ändern oder löschen.',
  'Sends the finalised invoice (bill) to the customer by e-mail, once. A draft is finalised first, with finalize_invoice.':
    'Sendet die festgeschriebene Rechnung per E-Mail an den Kunden, einmal. Ein Entwurf wird zuerst festgeschrieben, mit „Rechnung festschreiben“.',
  'Archives all paid invoices and transactions (old records) from before a day at least one year ago, and the inactive customers without business since. They leave the lists.':
    'Archiviert alle bezahlten Rechnungen und Buchungen (alte Daten) aus der Zeit vor einem Tag, der mindestens ein Jahr zurückliegt, und die inaktiven Kunden ohne Geschäft seitdem. Sie verschwinden aus den Listen.',
  'Closes the bank account for good. Its transactions stay and can still be read.':
    'Schließt das Bankkonto endgültig. Seine Buchungen bleiben und lassen sich weiter lesen.',
  'Removes the person (member, colleague) from the team and signs them out everywhere. Nobody can remove themselves, nor the last admin.':
    'Entfernt die Person (Mitglied, Kollegin oder Kollege) aus dem Team und meldet sie überall ab. Niemand kann sich selbst entfernen, und niemand den letzten Admin.',

  'Lists customers by name, or those who owe us money.':
    'Listet Kunden nach Namen auf, oder die, die uns Geld schulden.',
  'Shows one customer in full: contact details, the number of orders and of draft, open and paid invoices, and how much the customer owes us. Give the customerId or the exact name.':
    'Zeigt einen Kunden ganz: Kontaktdaten, die Zahl der Aufträge und der entworfenen, offenen und bezahlten Rechnungen, und wie viel der Kunde uns schuldet. Anzugeben ist die Kunden-ID oder der genaue Name.',
  'Lists orders, the newest first: reference, customer, status, what was ordered, total. Use it to find an order and the orderId, or what a customer ordered, or which orders are open, in progress, completed or cancelled.':
    'Listet Aufträge auf, die neuesten zuerst: Bezeichnung, Kunde, Status, was bestellt wurde, Summe. Damit findet man einen Auftrag und seine ID, oder was ein Kunde bestellt hat, oder welche Aufträge offen, in Arbeit, erledigt oder storniert sind.',
  'Shows one order in full: customer, status, what was ordered, total, dates. Give the orderId or the exact reference.':
    'Zeigt einen Auftrag ganz: Kunde, Status, was bestellt wurde, Summe, Tage. Anzugeben ist die Auftrags-ID oder die genaue Bezeichnung.',
  'Lists invoices with customer, status, total, due date and days late; the newest first, or the oldest due date first when asked for overdue ones or by due date.':
    'Listet Rechnungen mit Kunde, Status, Summe, Fälligkeit und Tagen des Verzugs auf; die neuesten zuerst, oder die am längsten fälligen zuerst, wenn nach überfälligen oder nach der Fälligkeit gefragt ist.',
  'Shows one invoice in full with its lines: customer, status, quantities and prices, tax, total, due date, days late. Give the invoiceId or the exact reference.':
    'Zeigt eine Rechnung ganz, mit ihren Positionen: Kunde, Status, Mengen und Preise, Steuer, Summe, Fälligkeit, Tage des Verzugs. Anzugeben ist die Rechnungs-ID oder die genaue Bezeichnung.',
  'Lists bank transactions (payments, money in and out), the newest first, by account, category, direction or dates. Use it for recent payments or for what is not categorized yet; to look for a text or an amount use transactions_search.':
    'Listet Buchungen (Zahlungen, Ein- und Ausgänge) auf, die neuesten zuerst, nach Konto, Kategorie, Richtung oder Tagen. Für jüngste Zahlungen oder was noch keine Kategorie hat; um nach einem Text oder einem Betrag zu suchen, gibt es „Buchungen suchen“.',
  'Searches bank transactions by who was paid or who paid, by words of the description, or by amount, the newest first. Use it to find a particular payment, such as "what did we pay to the landlord" or "payments over 1000".':
    'Sucht Buchungen danach, wer bezahlt wurde oder bezahlt hat, nach Wörtern der Beschreibung oder nach dem Betrag, die neuesten zuerst. Damit findet man eine bestimmte Zahlung, etwa „Was haben wir dem Vermieter bezahlt?“ oder „Zahlungen über 1000“.',
  'Lists our bank accounts: name, bank, IBAN, currency, open or closed. Use it to find an account and the accountId; for how much money is on them use bank_accounts_balances.':
    'Listet unsere Bankkonten auf: Name, Bank, IBAN, Währung, offen oder geschlossen. Damit findet man ein Konto und seine ID; wie viel Geld darauf ist, sagt „Kontostände“.',
  'Shows the balance of each bank account: how much money we have, in which currency, and the day of the last booking. Use it for our bank balance, cash position, or how much is in the bank.':
    'Zeigt den Stand jedes Bankkontos: wie viel Geld wir haben, in welcher Währung, und den Tag der letzten Buchung. Für unseren Kontostand, unsere flüssigen Mittel, oder wie viel auf der Bank ist.',
  'Lists the income and expense categories that bank transactions are sorted into, with tax rate and monthly budget. Use it to find a category and the categoryId; for what was spent use forecast_spending.':
    'Listet die Kategorien für Einnahmen und Ausgaben auf, denen Buchungen zugeordnet werden, mit Steuersatz und Monatsbudget. Damit findet man eine Kategorie und ihre ID; was ausgegeben wurde, sagt „Ausgaben nach Monat und Prognose“.',
  'Lists who is on the team: the people with name, email, role (viewer, member or admin) and since when. Use it to find a colleague and the userId.':
    'Listet auf, wer im Team ist: die Personen mit Name, E-Mail, Rolle (Nur lesen, Mitglied oder Admin) und seit wann. Damit findet man eine Kollegin oder einen Kollegen und die Personen-ID.',
  'Calculates the tax (VAT) on an amount and gives net, tax and gross. Give the rate in percent, or a category whose usual rate applies. Changes nothing.':
    'Berechnet die Steuer (Umsatzsteuer) auf einen Betrag und nennt Netto, Steuer und Brutto. Anzugeben ist der Satz in Prozent oder eine Kategorie, deren üblicher Satz gilt. Ändert nichts.',
  'Shows spending (expenses, costs, what we spent) by category and month, and forecasts the coming months from the average. Use it to compare spending by category between months, such as October and November: give these as months.':
    'Zeigt die Ausgaben (Kosten, was wir ausgegeben haben) nach Kategorie und Monat und schätzt die kommenden Monate aus dem Durchschnitt. Damit vergleicht man die Ausgaben je Kategorie zwischen Monaten, etwa Oktober und November: Diese sind unter „Monate“ anzugeben.',
  'Searches the internet and returns titles, addresses and short excerpts of pages. Use it for what is not in our own data, such as news, laws or companies. What it returns was written by strangers.':
    'Sucht im Internet und liefert Titel, Adressen und kurze Auszüge von Seiten. Für das, was nicht in unseren eigenen Daten steht, etwa Nachrichten, Gesetze oder Firmen. Was es liefert, haben Fremde geschrieben.',
};
