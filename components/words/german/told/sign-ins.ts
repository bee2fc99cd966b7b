/** Was der Server sagt, wenn eine Anmeldung bei einem anderen Server nicht weitergeht. */
export const SIGN_INS_TOLD: Readonly<Record<string, string>> = {
  'The server does not say where to sign in.': 'Der Server sagt nicht, wo man sich anmeldet.',
  'The server names another place for what it says of its sign-in.':
    'Der Server nennt für die Auskunft über seine Anmeldung einen anderen Ort.',
  'What the server says of its sign-in is about another server.':
    'Was der Server über seine Anmeldung sagt, betrifft einen anderen Server.',
  'The server names nobody who lets people in.': 'Der Server nennt niemanden, der Personen zulässt.',
  '{host} redirects elsewhere, which is not followed.':
    '{host} leitet woandershin um; dem wird nicht gefolgt.',
  '{host} could not be asked: it {clause}.': '{host} ließ sich nicht fragen: Der Server {clause}.',
  'took longer than 10 s': 'hat länger als 10 s gebraucht',
  'broke off': 'hat die Verbindung abgebrochen',
  'No usable address is given for {what}.': 'Für {what} ist keine brauchbare Adresse angegeben.',
  'The address for {what} does not begin with https://.':
    'Die Adresse für {what} beginnt nicht mit https://.',
  'The address for {what} holds a name, a password or a fragment.':
    'Die Adresse für {what} enthält einen Namen, ein Passwort oder ein Fragment.',
  'whoever lets people in': 'die Stelle, die Personen zulässt',
  'the page to sign in': 'die Seite zum Anmelden',
  '{host} answered with HTTP {status}.': '{host} hat mit HTTP {status} geantwortet.',
  '{host} does not say how to sign in there.': '{host} sagt nicht, wie man sich dort anmeldet.',
  'What {host} says of its sign-in is about another one.':
    'Was {host} über seine Anmeldung sagt, betrifft eine andere Stelle.',
  '{host} does not say that it protects sign-ins with PKCE (S256).':
    '{host} sagt nicht, dass es Anmeldungen mit PKCE (S256) schützt.',
  '{host} does not offer sign-in by a code.': '{host} bietet keine Anmeldung mit einem Code an.',
  '{host} gave no token.': '{host} hat keinen Zugang gegeben.',
  '{host} gave a token of a kind that is not known here.':
    '{host} hat einen Zugang gegeben, dessen Art hier nicht bekannt ist.',
  '{host} gave no usable token.': '{host} hat keinen brauchbaren Zugang gegeben.',
  '{host} takes only clients that were registered there by hand. An admin registers Amber there and enters the id that it is given.':
    '{host} nimmt nur Programme, die dort von Hand eingetragen wurden. Ein Admin trägt Amber dort ein und gibt die Kennung an, die es bekommt.',
  '{host} refused to register Amber by itself. An admin registers Amber there and enters the id that it is given.':
    '{host} hat Amber nicht von selbst eingetragen. Ein Admin trägt Amber dort ein und gibt die Kennung an, die es bekommt.',
  'The way back from the sign-in names something twice.':
    'Der Rückweg von der Anmeldung nennt etwas doppelt.',
  'The way back does not say that it comes from {host}, which promised to.':
    'Der Rückweg sagt nicht, dass er von {host} kommt, obwohl das zugesagt war.',
  'The way back does not come from {host}.': 'Der Rückweg kommt nicht von {host}.',
  'The sign-in at {host} was declined.': 'Die Anmeldung bei {host} wurde abgelehnt.',
  '{host} refused the sign-in.': '{host} hat die Anmeldung verweigert.',
  'The way back from the sign-in holds no code.': 'Der Rückweg von der Anmeldung enthält keinen Code.',
  'Only admins sign the team in at this server.': 'Bei diesem Server melden nur Admins das Team an.',
  'Only admins sign the team out.': 'Nur Admins melden das Team ab.',
  'Only admins say how one signs in at a server.':
    'Wie man sich bei einem Server anmeldet, legen nur Admins fest.',
  'Only admins say by which id Amber is known there.':
    'Unter welcher Kennung Amber dort bekannt ist, sagen nur Admins.',
  'This server was given more rights twice already and wants more again. Sign out there, and in again.':
    'Dieser Server hat schon zweimal mehr Rechte bekommen und verlangt wieder mehr. Melden Sie sich dort ab und neu an.',
  'There is no such server to sign in to.':
    'Einen solchen Server, bei dem man sich anmelden könnte, gibt es nicht.',
  'This sign-in was not begun here, is over, or was used already. Begin it again.':
    'Diese Anmeldung wurde nicht hier begonnen, ist vorbei oder wurde schon benutzt. Beginnen Sie sie neu.',
  'The sign-in cannot be read any more. Begin it again.':
    'Die Anmeldung lässt sich nicht mehr lesen. Beginnen Sie sie neu.',
  'The server was changed meanwhile. Begin the sign-in again.':
    'Der Server wurde inzwischen geändert. Beginnen Sie die Anmeldung neu.',
  'Tools are missing for want of a sign-in: {servers}. Some tools are missing. An admin can see why. Servers concerned: {others}.':
    'Werkzeuge fehlen, weil eine Anmeldung fehlt: {servers}. Weitere Werkzeuge fehlen. Warum, sieht ein Admin. Betroffene Server: {others}.',
  'Tools are missing for want of a sign-in: {servers}.':
    'Werkzeuge fehlen, weil eine Anmeldung fehlt: {servers}.',
  'Nobody is signed in there.': 'Dort ist niemand angemeldet.',
  'needs sign-in (the one that was used has ended)': 'verlangt eine Anmeldung (die bisherige ist abgelaufen)',
  'wants a sign-in with more rights for this': 'verlangt dafür eine Anmeldung mit mehr Rechten',
  'took its sign-in no longer, which was renewed since':
    'hat die Anmeldung nicht mehr genommen; sie ist seither erneuert',
  'could not be asked: its sign-in cannot be renewed just now':
    'ließ sich nicht fragen: Die Anmeldung lässt sich gerade nicht erneuern',
};
