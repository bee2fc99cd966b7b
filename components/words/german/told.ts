/**
 * Was der Server auf Englisch sagt, weil auch Programme und Modelle es lesen: links seine Sätze, wie sie in `lib` stehen, mit
 * Namen in geschweiften Klammern, rechts dieselben auf Deutsch. Englische Seiten bekommen nichts davon.
 */
export const TOLD: Readonly<Record<string, string>> = {
  'Calls that only read run at once.': 'Aufrufe, die nur lesen, laufen sofort.',
  'Additive, repeatable writes run and are told.':
    'Was nur hinzufügt und sich wiederholen lässt, läuft und wird angezeigt.',
  'Destructive calls ask the chat’s owner or an admin.':
    'Bei Aufrufen, die etwas zerstören können, wird die Person gefragt, der der Chat gehört, oder ein Admin.',
  'Calls to a server nobody vouched for always ask.':
    'Bei Aufrufen eines Servers, für den niemand bürgt, wird immer gefragt.',
  'In plan mode only calls that read run.': 'Im Planmodus laufen nur Aufrufe, die lesen.',
  'For a viewer only calls that read run.': 'Mit der Rolle „Nur Lesen“ laufen nur Aufrufe, die lesen.',
  'Something from outside has entered this chat: until an admin clears that, every write asks.':
    'In diesen Chat ist etwas von außen gelangt: Bis ein Admin das aufhebt, wird bei jeder Änderung gefragt.',
  'Something from outside has entered this chat: until an admin clears that, every write asks. {source}':
    'In diesen Chat ist etwas von außen gelangt: Bis ein Admin das aufhebt, wird bei jeder Änderung gefragt. {source}',
  'This exact call already ran in another version of this chat. Confirm only if it should run again.':
    'Genau dieser Aufruf lief schon in einer anderen Fassung dieses Chats. Bestätigen Sie nur, wenn er noch einmal laufen soll.',
  'What this call touches may hold credentials, or runs by itself later: a person is asked each time, in every mode.':
    'Was dieser Aufruf berührt, kann Zugangsdaten enthalten oder später von selbst laufen: Es wird jedes Mal gefragt, in jedem Modus.',
  'The policy knows no rule for this call.': 'Für diesen Aufruf gibt es keine Regel.',
  'The team’s policy asks the chat’s owner or an admin about this tool.':
    'Die Regeln des Teams verlangen bei diesem Werkzeug eine Rückfrage bei der Person, der der Chat gehört, oder bei einem Admin.',
  'The team’s policy asks an admin about this tool: another person than the one who wants it.':
    'Die Regeln des Teams verlangen bei diesem Werkzeug einen Admin: jemand anderen als die Person, die es will.',
  'The team’s policy asks two admins about this tool, besides the person who wants it.':
    'Die Regeln des Teams verlangen bei diesem Werkzeug zwei Admins neben der Person, die es will.',
  'The team’s policy lets nobody run this tool.':
    'Nach den Regeln des Teams darf niemand dieses Werkzeug ausführen.',
  'The person for whom it runs wants to be asked about this tool.':
    'Die Person, für die es läuft, möchte bei diesem Werkzeug gefragt werden.',
  'The person for whom it runs wants an admin to be asked about this tool.':
    'Die Person, für die es läuft, möchte, dass bei diesem Werkzeug ein Admin gefragt wird.',
  'The person for whom it runs wants two admins to be asked about this tool.':
    'Die Person, für die es läuft, möchte, dass bei diesem Werkzeug zwei Admins gefragt werden.',
  'The person for whom it would run does not want this tool to run.':
    'Die Person, für die es liefe, möchte dieses Werkzeug nicht ausführen lassen.',
  'A call with more than {most} arguments cannot be allowed ahead.':
    'Ein Aufruf mit mehr als {most} Argumenten lässt sich nicht vorab freigeben.',
  'The arguments of this call are too long for it to be allowed ahead.':
    'Die Argumente dieses Aufrufs sind zu lang für eine Vorabfreigabe.',
};
