/** Was der Server sagt, wenn jemand über Aufrufe entscheidet: einzeln oder mehrere auf einmal. */
export const DECIDING_TOLD: Readonly<Record<string, string>> = {
  'This call is not held any more: it has run, or was taken back already.':
    'Dieser Aufruf wird nicht mehr zurückgehalten: Er lief schon oder wurde schon zurückgenommen.',
  'Taken back before it ran.': 'Zurückgenommen, bevor es lief.',
  'This request is still open.': 'Diese Anfrage ist noch offen.',
  'This call was confirmed already.': 'Dieser Aufruf wurde schon bestätigt.',
  'This call was cancelled already.': 'Dieser Aufruf wurde schon abgelehnt.',
  'This request was withdrawn: something newer took its place.':
    'Diese Anfrage wurde zurückgezogen: Etwas Neueres trat an ihre Stelle.',
  'This request expired. Ask again to get a new card.':
    'Diese Anfrage ist abgelaufen. Stellen Sie sie noch einmal, um eine neue Karte zu bekommen.',
  'This request does not wait any more: it was decided, withdrawn or is past its time.':
    'Diese Anfrage wartet nicht mehr: Sie wurde entschieden, zurückgezogen oder ist abgelaufen.',
  'These are the arguments that the card shows already.':
    'Das sind die Argumente, die schon auf der Karte stehen.',
  'This is critical: confirming it needs your password.':
    'Das ist kritisch: Zum Bestätigen ist Ihr Passwort nötig.',
  'That is not your password. Nothing was decided.':
    'Das ist nicht Ihr Passwort. Es wurde nichts entschieden.',
  'Too many wrong passwords. Wait a minute.': 'Zu viele falsche Passwörter. Warten Sie eine Minute.',
  'The policy lets nobody allow this ahead. Nothing was decided.':
    'Nach den Regeln darf das niemand vorab freigeben. Es wurde nichts entschieden.',
  'You are signed out by now. Nothing was decided; sign in again.':
    'Sie sind inzwischen abgemeldet. Es wurde nichts entschieden; melden Sie sich wieder an.',
  'You are signed out by now. Nothing was sent; sign in again.':
    'Sie sind inzwischen abgemeldet. Es wurde nichts gesendet; melden Sie sich wieder an.',
  'What this call would do, or what the policy asks for it, has changed since you were asked. Nothing ran; a new card shows how it stands now.':
    'Was dieser Aufruf täte oder was die Regeln dafür verlangen, hat sich geändert, seit Sie gefragt wurden. Nichts wurde ausgeführt; eine neue Karte zeigt den jetzigen Stand.',
  'These are calls of different tools. Nothing was decided; confirm each on its own card.':
    'Das sind Aufrufe verschiedener Werkzeuge. Es wurde nichts entschieden; bestätigen Sie jeden auf seiner Karte.',
  'This is not confirmed together with others. Look at its own card.':
    'Dieser wird nicht mit anderen zusammen bestätigt. Sehen Sie seine Karte an.',
  'Those before it took too long. Nothing was decided of it; press again.':
    'Die davor haben zu lange gedauert. Dieser wurde nicht entschieden; drücken Sie noch einmal.',
  'This is not what the list showed. Nothing ran; look at its own card.':
    'Das ist nicht, was die Liste gezeigt hat. Es lief nichts; sehen Sie seine Karte an.',
};
