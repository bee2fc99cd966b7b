/** Was der Server sagt, wenn ein Aufruf ohne Frage läuft, oder doch nicht läuft. */
export const RUNNING_TOLD: Readonly<Record<string, string>> = {
  'Yolo mode: it runs without asking, since the team’s policy does not ask for more.':
    'Yolo-Modus: Es läuft ohne Rückfrage, da die Regeln des Teams nicht mehr verlangen.',
  'Allowed ahead by a grant.': 'Vorab freigegeben.',
  'The team’s policy lets this tool run unasked.':
    'Die Regeln des Teams lassen dieses Werkzeug ohne Rückfrage laufen.',
  'The role of the person who asked has changed. Nothing ran; ask again.':
    'Die Rolle der Person, die gefragt hat, hat sich geändert. Nichts lief; fragen Sie noch einmal.',
  'What is taken back cannot be changed. Confirm it, or cancel.':
    'Was zurückgenommen wird, lässt sich nicht ändern. Bestätigen Sie es, oder lehnen Sie ab.',
  'The arguments of this call were changed {count} times already. Confirm it, or cancel and ask again.':
    'Die Argumente dieses Aufrufs wurden schon {count}-mal geändert. Bestätigen Sie ihn, oder lehnen Sie ab und stellen Sie die Anfrage neu.',
  'Who confirmed this may not confirm it any more. Nothing ran; call again to ask.':
    'Wer das bestätigt hat, darf es nicht mehr bestätigen. Nichts lief; ein neuer Aufruf fragt wieder.',
  'Nothing was asked and nothing ran. {why}': 'Es wurde nicht gefragt, und nichts lief. {why}',
  'What was allowed ahead does not hold any more. Nothing ran; call again to ask.':
    'Was vorab freigegeben war, gilt nicht mehr. Nichts lief; ein neuer Aufruf fragt wieder.',
  'The tool has changed since this call was made. Nothing ran.':
    'Das Werkzeug hat sich seit diesem Aufruf geändert. Nichts lief.',
  'This call was judged with other arguments. Nothing ran; call again.':
    'Dieser Aufruf wurde mit anderen Argumenten beurteilt. Nichts lief; rufen Sie noch einmal auf.',
  'This call was not confirmed, or was used already. Nothing ran.':
    'Dieser Aufruf wurde nicht bestätigt oder war schon verbraucht. Nichts lief.',
  'What lets this call run has changed while it waited for its server. Nothing ran.':
    'Was diesen Aufruf laufen lässt, hat sich geändert, während er auf seinen Server wartete. Nichts lief.',
  'What this call would do has changed since it was confirmed, or it ran already. Nothing ran.':
    'Was dieser Aufruf täte, hat sich seit der Bestätigung geändert, oder er lief schon. Nichts lief.',
  'What this call would do has changed since this was decided. Nothing ran.':
    'Was dieser Aufruf täte, hat sich seit der Entscheidung geändert. Nichts lief.',
  'The tool is not there any more. Nothing ran.': 'Das Werkzeug ist nicht mehr da. Nichts lief.',
  '{why} Nobody was asked about this call and nothing ran; call again to ask.':
    '{why} Zu diesem Aufruf wurde niemand gefragt, und nichts lief; ein neuer Aufruf fragt.',
  '{why} That is more than was asked before; nothing ran, call again to ask.':
    '{why} Das ist mehr, als vorher gefragt war; nichts lief, ein neuer Aufruf fragt.',
  'Nothing was done: the mode of this chat, your role, or a rule of the team does not allow it now.':
    'Nichts wurde getan: Der Modus dieses Chats, Ihre Rolle oder eine Regel des Teams erlaubt es gerade nicht.',
  'Withdrawn: the person sent a new message instead of deciding. Nothing ran.':
    'Zurückgezogen: Statt zu entscheiden, kam eine neue Nachricht. Nichts lief.',
  'Withdrawn: the person went to another version of the chat instead of deciding. Nothing ran.':
    'Zurückgezogen: Statt zu entscheiden, ging es in eine andere Fassung des Chats. Nichts lief.',
};
