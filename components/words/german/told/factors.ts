/** Was der Server sagt, wenn es um den zweiten Faktor und Passkeys geht. */
export const FACTORS_TOLD: Readonly<Record<string, string>> = {
  'Sign out and in again first: this may only be changed right after that.':
    'Melden Sie sich zuerst ab und wieder an: Das lässt sich nur gleich danach ändern.',
  'This needs your current password.': 'Dafür brauchen Sie Ihr aktuelles Passwort.',
  'This needs a code of your app, a recovery code or a passkey.':
    'Dafür brauchen Sie einen Code Ihrer App, einen Wiederherstellungscode oder einen Passkey.',
  'Too many wrong codes. Wait {minutes} minutes.': 'Zu viele falsche Codes. Warten Sie {minutes} Minuten.',
  'That code is not right, or it was used already. Nothing was changed.':
    'Dieser Code stimmt nicht, oder er wurde schon benutzt. Nichts wurde geändert.',
  'No app is being set up. Begin again.': 'Es wird gerade keine App eingerichtet. Beginnen Sie von vorn.',
  'There is no app any more.': 'Es gibt keine App mehr.',
  'You have no second factor.': 'Sie haben keinen zweiten Faktor.',
  'You have {count} passkeys already. Remove one first.':
    'Sie haben schon {count} Passkeys. Entfernen Sie zuerst einen.',
  'This passkey is in use already.': 'Dieser Passkey wird schon verwendet.',
  'There is no such passkey any more.': 'Diesen Passkey gibt es nicht mehr.',
  'This passkey could not be checked. It was not added; try again.':
    'Dieser Passkey ließ sich nicht prüfen. Er wurde nicht hinzugefügt; versuchen Sie es noch einmal.',
  'This passkey was not accepted, or was asked for something else. Nothing was changed; try again.':
    'Dieser Passkey wurde nicht angenommen, oder er war für etwas anderes gefragt. Nichts wurde geändert; versuchen Sie es noch einmal.',
  'You have no passkey.': 'Sie haben keinen Passkey.',
  'This is critical: confirming it needs a code of your app or a passkey.':
    'Dieser Aufruf ist kritisch: Zum Bestätigen brauchen Sie einen Code Ihrer App oder einen Passkey.',
  'This card asks for nothing but your Confirm.': 'Diese Karte verlangt nichts als Ihre Bestätigung.',
  'Your team asks you for a second factor. Set one up first.':
    'Ihr Team verlangt von Ihnen einen zweiten Faktor. Richten Sie zuerst einen ein.',
  'Your team asks you for a second factor: set up another one first, or have an admin ask for none any more, in Settings, Team.':
    'Ihr Team verlangt von Ihnen einen zweiten Faktor: Richten Sie zuerst einen anderen ein, oder lassen Sie unter Einstellungen, Team einen Admin festlegen, dass keiner mehr verlangt wird.',
  'Change your own second factor at Your account.':
    'Ihren eigenen zweiten Faktor ändern Sie unter Ihr Konto.',
  'This person has no second factor.': 'Diese Person hat keinen zweiten Faktor.',
  'Set up a second factor for yourself first, at Your account.':
    'Richten Sie zuerst für sich selbst einen zweiten Faktor ein, unter Ihr Konto.',
};
