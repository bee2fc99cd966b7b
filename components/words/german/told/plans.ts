/** Was der Server von Plänen sagt: warum ein Schritt fragt, warum es nicht weitergeht, und was getan wurde und was nicht. */
export const PLANS_TOLD: Readonly<Record<string, string>> = {
  // The longer one first: the shorter one would match it, too, with several of its steps as one.
  'The plan stopped. {first}; {second}; {third}.': 'Der Plan wurde angehalten. {first}; {second}; {third}.',
  'The plan stopped. {first}; {second}.': 'Der Plan wurde angehalten. {first}; {second}.',
  'Nothing of it was done': 'Nichts davon ist getan',
  'Step {steps} done': 'Schritt {steps} ist getan',
  'Steps {steps} done': 'Schritte {steps} sind getan',
  'Step {steps} did not succeed': 'Schritt {steps} ist nicht gelungen',
  'Step {steps} has an outcome that nobody knows': 'Schritt {steps} hat einen Ausgang, den niemand kennt',
  'Step {steps} not begun': 'Schritt {steps} ist nicht begonnen',
  'Steps {steps} not begun': 'Schritte {steps} sind nicht begonnen',

  'A plan asks once, for all its steps.': 'Ein Plan fragt einmal, für alle seine Schritte.',
  'A plan asks once, for all its steps, and as the strictest of them would.':
    'Ein Plan fragt einmal, für alle seine Schritte, und so, wie der strengste von ihnen fragen würde.',
  'A step of a plan that was confirmed, just as it was shown.':
    'Ein Schritt eines Plans, der bestätigt wurde, genau so, wie er gezeigt wurde.',
  'This step of the plan asks by itself.': 'Dieser Schritt des Plans fragt für sich.',
  'This step is not one of those that the plan showed, or not the next of them.':
    'Dieser Schritt ist keiner von denen, die der Plan gezeigt hat, oder nicht der nächste.',
  'The tool of this step is not the one that the plan showed.':
    'Das Werkzeug dieses Schritts ist nicht das, das der Plan gezeigt hat.',
  'The arguments of this step are not those that the plan showed.':
    'Die Argumente dieses Schritts sind nicht die, die der Plan gezeigt hat.',
  'This tool needs a password by now, and the plan was confirmed without one.':
    'Dieses Werkzeug verlangt inzwischen ein Passwort, und der Plan wurde ohne bestätigt.',
  'What this step would do is not what the plan showed.':
    'Was dieser Schritt täte, ist nicht, was der Plan gezeigt hat.',
  'It takes over something that came from outside: now with the value filled in.':
    'Er übernimmt etwas, das von außen kam: jetzt mit dem eingesetzten Wert.',
  'It destroys something that the plan could not show yet: now with the value filled in.':
    'Er zerstört etwas, das der Plan noch nicht zeigen konnte: jetzt mit dem eingesetzten Wert.',
  'It changes something with a value that the plan could not show yet: now with the value filled in.':
    'Er ändert etwas mit einem Wert, den der Plan noch nicht zeigen konnte: jetzt mit dem eingesetzten Wert.',
  'The plan has not come to this step, or is over.':
    'Der Plan ist nicht bei diesem Schritt angekommen oder ist zu Ende.',
  'Somebody who confirmed the plan may not do so any more.':
    'Jemand, der den Plan bestätigt hat, darf das nicht mehr.',

  'Step {step} of the plan cannot be carried out: {why}':
    'Schritt {step} des Plans lässt sich nicht ausführen: {why}',
  'its number must be greater than {last}.': 'Seine Nummer muss größer als {last} sein.',
  'there is no tool {tool} of the server {server} that a plan can have.':
    'Es gibt auf dem Server {server} kein Werkzeug {tool}, das ein Plan haben kann.',
  '{what} names a result of step {step}, which the plan does not have before it. Take this step out too, or change it.':
    '{what} nennt ein Ergebnis von Schritt {step}, den der Plan davor nicht hat. Nehmen Sie auch diesen Schritt heraus, oder ändern Sie ihn.',
  'A plan needs at least one step.': 'Ein Plan braucht mindestens einen Schritt.',
  'This answer can take {count} more steps, and the plan has more.':
    'In dieser Antwort haben noch {count} Schritte Platz, und der Plan hat mehr.',
  '{server} does not tell its tools now.': '{server} nennt seine Werkzeuge gerade nicht.',
  '{why} Nothing ran; take that step out, or cancel.':
    '{why} Nichts lief; nehmen Sie diesen Schritt heraus, oder lehnen Sie ab.',
  'This step could not be made. {why}': 'Dieser Schritt ließ sich nicht ausführen. {why}',
  'The result of step {step} has nothing at {place}.':
    'Im Ergebnis von Schritt {step} steht nichts bei {place}.',
  'Its tool is not there.': 'Sein Werkzeug ist nicht da.',
};
