/** Was unsere eigenen Werkzeuge in Vorschauen sagen, auf Deutsch. */

/** Was beim Zurücknehmen geschieht. */
const THINGS: Readonly<Record<string, readonly [many: string, one: string, others: string]>> = {
  customer: ['customers', 'Kunde', 'Kunden'],
  category: ['categories', 'Kategorie', 'Kategorien'],
  order: ['orders', 'Auftrag', 'Aufträge'],
  invoice: ['invoices', 'Rechnung', 'Rechnungen'],
  line: ['lines', 'Position', 'Positionen'],
  transaction: ['transactions', 'Buchung', 'Buchungen'],
  fact: ['facts', 'gemerkte Sache', 'gemerkte Sachen'],
};
const BACK: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(THINGS).flatMap(([one, [many, thing, things]]) =>
    [
      ['goes', 'go', 'verschwindet', 'verschwinden'],
      ['comes back', 'come back', 'kommt zurück', 'kommen zurück'],
      ['changes back', 'change back', 'wird wie vorher', 'werden wie vorher'],
    ].flatMap(([does, all, tut, tun]) => {
      const words = `{count, plural, one {# ${thing} ${tut}} other {# ${things} ${tun}}}`;
      return [
        [`# ${one} ${does}`, words],
        [`# ${many} ${all}`, words],
      ];
    }),
  ),
);

/**
 * Was die Vorschauen unserer eigenen Werkzeuge sagen: Bezeichnungen; nach `#` Mengen, die dort in Ziffern stehen; und hinter einem
 * Doppelpunkt Werte, die unter dieser Bezeichnung nur unser eigener Code schreibt.
 */
export const PREVIEWS: Readonly<Record<string, string>> = {
  Customer: 'Kunde',
  Order: 'Auftrag',
  Invoice: 'Rechnung',
  'Draft invoice': 'Rechnungsentwurf',
  'Mail to': 'E-Mail an',
  Due: 'Fällig',
  Status: 'Status',
  'Bank account': 'Bankkonto',
  IBAN: 'IBAN',
  Balance: 'Kontostand',
  Stays: 'Es bleiben',
  Member: 'Mitglied',
  Role: 'Rolle',
  Sessions: 'Sitzungen',

  '# order': '{count, plural, one {# Auftrag} other {# Aufträge}}',
  '# orders': '{count, plural, one {# Auftrag} other {# Aufträge}}',
  // Kurz: Auf einem Telefon stehen Bezeichnung, Nummer und Betrag in einer Zeile.
  '# draft invoice': '{count, plural, one {# Entwurf} other {# Entwürfe}}',
  '# draft invoices': '{count, plural, one {# Entwurf} other {# Entwürfe}}',
  '# line': '{count, plural, one {# Position} other {# Positionen}}',
  '# lines': '{count, plural, one {# Position} other {# Positionen}}',
  '# paid invoice': '{count, plural, one {# bezahlte Rechnung} other {# bezahlte Rechnungen}}',
  '# paid invoices': '{count, plural, one {# bezahlte Rechnung} other {# bezahlte Rechnungen}}',
  '# transaction': '{count, plural, one {# Buchung} other {# Buchungen}}',
  '# transactions': '{count, plural, one {# Buchung} other {# Buchungen}}',
  '# inactive customer': '{count, plural, one {# inaktiver Kunde} other {# inaktive Kunden}}',
  '# inactive customers': '{count, plural, one {# inaktiver Kunde} other {# inaktive Kunden}}',

  ...BACK,
  Category: 'Kategorie',
  Transaction: 'Buchung',
  'E-mail': 'E-Mail',
  Phone: 'Telefon',
  'Tax id': 'Steuernummer',
  City: 'Ort',
  Country: 'Land',
  Currency: 'Währung',
  Name: 'Name',
  'Tax rate': 'Steuersatz',
  'Monthly budget': 'Monatsbudget',
  Description: 'Beschreibung',
  Total: 'Summe',
  Ordered: 'Bestellt',
  Reference: 'Bezeichnung',
  Note: 'Notiz',
  Archived: 'Archiviert',

  ': and # more': 'und {count, number} weitere',
  ': and # more, together': 'und {count, number} weitere, zusammen',
  'Stays: # transaction': '{count, plural, one {# Buchung} other {# Buchungen}}',
  'Stays: # transactions': '{count, plural, one {# Buchung} other {# Buchungen}}',
  'Due: no date': 'kein Datum',
  'Due: # days after finalising': '{count, number} Tage nach dem Festschreiben',
  'Status: open, becomes cancelled': 'offen, wird storniert',
  'Status: in progress, becomes cancelled': 'in Arbeit, wird storniert',
  'Status: in progress': 'in Arbeit',
  'Archived: yes': 'ja',
  'Archived: no': 'nein',
  'Balance: nothing left on it': 'nichts mehr vorhanden',
  'Balance: still on it': 'noch vorhanden',
  'Role: viewer': 'Nur lesen',
  'Role: member': 'Mitglied',
  'Role: admin': 'Admin',
  'Sessions: signed out everywhere': 'überall abgemeldet',
};
