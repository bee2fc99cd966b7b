/** Was der Server sagt, wenn sich ein Aufruf nicht zurücknehmen lässt, oder gerade nichts anzuordnen ist. */
export const TAKING_BACK_TOLD: Readonly<Record<string, string>> = {
  'There is no such call of yours that could be taken back.':
    'Es gibt keinen solchen Aufruf von Ihnen, der sich zurücknehmen ließe.',
  'What would take this call back is not there now, or has changed since.':
    'Was diesen Aufruf zurücknehmen würde, ist gerade nicht da oder hat sich seitdem geändert.',
  'This call has been taken back already.': 'Dieser Aufruf ist schon zurückgenommen.',
  'This call took back one that took back another: it stays.':
    'Dieser Aufruf hat einen zurückgenommen, der selbst einen zurückgenommen hat: Er bleibt.',
  'An answer is being written. Stop it, or wait for its end.':
    'Es wird gerade eine Antwort geschrieben. Stoppen Sie sie, oder warten Sie, bis sie fertig ist.',
  'Something waits for a decision in this chat. Decide that first.':
    'In diesem Chat wartet etwas auf eine Entscheidung. Entscheiden Sie das zuerst.',
};
