/** Was unsere eigenen Werkzeuge antworten, wenn sie etwas getan haben. Die längeren Sätze zuerst: Die kürzeren passen auch auf sie. */
export const RESULTS_TOLD: Readonly<Record<string, string>> = {
  'Deleted draft invoice {reference} of {customer} ({total}).':
    'Rechnungsentwurf {reference} von {customer} gelöscht ({total}).',
  'Cancelled order {reference} of {customer}.': 'Auftrag {reference} von {customer} storniert.',
  'Finalised {draft} as {reference}: {total}, due {day}. It is not sent yet.':
    '{draft} als {reference} festgeschrieben: {total}, fällig am {day}. Noch nicht gesendet.',
  'Sent invoice {reference} to {customer} at {address}.':
    'Rechnung {reference} an {customer} unter {address} gesendet.',
  'Closed bank account {account} with a balance of {balance}.':
    'Bankkonto {account} mit einem Stand von {balance} geschlossen.',
  'Removed {name} ({email}) from the team.': '{name} ({email}) aus dem Team entfernt.',
  'Archived {what} from before {day}.': 'Aus der Zeit vor {day} archiviert: {what}.',
  'Taken back: {what}.': 'Zurückgenommen: {what}.',
  'Deleted {what}.': 'Gelöscht: {what}.',
};
