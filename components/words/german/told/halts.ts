/** Was der Server sagt, wenn ein Admin etwas angehalten hat. */
export const HALTS_TOLD: Readonly<Record<string, string>> = {
  'An admin has stopped everything that writes. They say: {why}':
    'Ein Admin hat alles angehalten, was schreibt. Begründung: {why}',
  'An admin has stopped this server. They say: {why}':
    'Ein Admin hat diesen Server angehalten. Begründung: {why}',
  'An admin has stopped this tool. They say: {why}':
    'Ein Admin hat dieses Werkzeug angehalten. Begründung: {why}',
  'An admin has stopped everything for this person. They say: {why}':
    'Ein Admin hat für diese Person alles angehalten. Begründung: {why}',
  'An admin has stopped other clients. They say: {why}':
    'Ein Admin hat andere Programme angehalten. Begründung: {why}',
  '{why} Nothing ran; it waits until that is lifted, or cancel it.':
    '{why} Nichts lief; es wartet, bis das aufgehoben ist, oder lehnen Sie es ab.',
  'An admin has stopped everything for you. Nothing was decided.':
    'Ein Admin hat für Sie alles angehalten. Es wurde nichts entschieden.',
  'Only admins stop something, or let it go on.': 'Nur Admins halten etwas an oder lassen es weiterlaufen.',
  'An admin has stopped everything for you: another admin must lift that.':
    'Ein Admin hat für Sie alles angehalten: Ein anderer Admin muss das aufheben.',
  'Nobody stops themselves: nobody else could lift it for sure.':
    'Niemand hält sich selbst an: Vielleicht könnte es sonst niemand aufheben.',
  'At most {most} things are stopped at once. Lift some first.':
    'Höchstens {most} Dinge sind zugleich angehalten. Heben Sie erst einige auf.',
  'This is not stopped any more.': 'Das ist nicht mehr angehalten.',
};
