/** Wie die Zustände heißen, in denen Sätze unserer eigenen Werkzeuge stehen; hinter ihrem Feld, damit niemandes Name so übersetzt wird. */
export const VALUES: Readonly<Record<string, string>> = {
  'Status: draft': 'Entwurf',
  'Status: finalised': 'festgeschrieben',
  'Status: sent': 'gesendet',
  'Status: paid': 'bezahlt',
  'Status: active': 'aktiv',
  'Status: inactive': 'inaktiv',
  'Status: archived': 'archiviert',
  'Status: open': 'offen',
  'Status: in_progress': 'in Arbeit',
  'Status: completed': 'abgeschlossen',
  'Status: cancelled': 'storniert',
  'Status: closed': 'geschlossen',
  'Kind: income': 'Einnahmen',
  'Kind: expense': 'Ausgaben',
};
