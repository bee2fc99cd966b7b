/** Was der Server sagt, wenn jemand etwas von einem Server anhängt, ein anderes Programm hereinlässt oder die Seite eines Servers etwas will. */
export const CLIENTS_TOLD: Readonly<Record<string, string>> = {
  'The server {name} is not connected. Choose again from the list.':
    'Der Server {name} ist nicht verbunden. Wählen Sie noch einmal aus der Liste.',
  'The server {name} offers no resources.': 'Der Server {name} bietet keine Ressourcen an.',
  'The server {name} offers no completions.': 'Der Server {name} bietet keine Vorschläge an.',
  'The server {name} offers no prompts.': 'Der Server {name} bietet keine Vorlagen an.',
  'The server "{name}" did not answer within {count} s.':
    'Der Server „{name}“ hat nicht innerhalb von {count} s geantwortet.',
  '{why} Nothing was attached.': '{why} Es wurde nichts angehängt.',
  '{why} Sign in there under Servers.': '{why} Melden Sie sich dort unter „Server“ an.',
  '{what} of the server "{name}" holds nothing that can be attached.':
    '{what} vom Server „{name}“ enthält nichts, was sich anhängen lässt.',
  'template: it cannot be filled in. Choose another resource.':
    'Die Vorlage der Adresse lässt sich nicht ausfüllen. Wählen Sie eine andere Ressource.',
  'values: fill in at least one of them.': 'Füllen Sie mindestens eines davon aus.',
  'values: the address becomes longer than {count} characters.':
    'Die Adresse würde länger als {count} Zeichen.',
  'The prompt {name} of the server {server} holds no words.':
    'Die Vorlage {name} vom Server {server} enthält keine Worte.',
  'A rule of the team, or one of yours, denies this of the server "{name}", or an admin has stopped it.':
    'Eine Regel des Teams oder eine von Ihnen verbietet das beim Server „{name}“, oder ein Admin hat ihn angehalten.',
  'This token does not hold any more.': 'Dieses Token gilt nicht mehr.',
  'Only the person whose token it is lets its client use a server.':
    'Nur die Person, der das Token gehört, lässt dessen Programm einen Server nutzen.',
  'servers: your team has no server {name}.': 'Ihr Team hat keinen Server {name}.',
  'There is no such request. Let the program ask again.':
    'Diese Anfrage gibt es nicht. Lassen Sie das Programm noch einmal fragen.',
  'This was asked in another browser: decide it there.':
    'Das wurde in einem anderen Browser gefragt: Entscheiden Sie es dort.',
  'scopes: at least one is needed.': 'Mindestens ein Recht wird gebraucht.',
  'Amber has another address now. Let the program ask again.':
    'Amber hat jetzt eine andere Adresse. Lassen Sie das Programm noch einmal fragen.',
  'Its server has no such tool that its page may call now.':
    'Sein Server hat jetzt kein solches Werkzeug, das seine Seite aufrufen darf.',
  'There is no such call of this page.': 'Einen solchen Aufruf dieser Seite gibt es nicht.',
  'There is no such call of yours that a page shows.':
    'Einen solchen Aufruf von Ihnen, den eine Seite zeigt, gibt es nicht.',
  '{issuer} takes only clients that were registered there by hand.':
    '{issuer} nimmt nur Programme, die dort von Hand eingetragen wurden.',
  '{issuer} refused to register Amber by itself.': '{issuer} hat es abgelehnt, Amber von selbst einzutragen.',
};
