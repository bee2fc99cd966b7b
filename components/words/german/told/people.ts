/** Was der Server sagt, wenn es um die Menschen im Team und das eigene Konto geht. */
export const PEOPLE_TOLD: Readonly<Record<string, string>> = {
  'There is no such person in your team, or they were erased.':
    'In Ihrem Team gibt es diese Person nicht, oder sie wurde gelöscht.',
  'Nobody erases themselves. Ask another admin to do it.':
    'Niemand löscht sich selbst. Bitten Sie einen anderen Admin darum.',
  'They have chats in another team, which are not yours to erase.':
    'Die Person hat Chats in einem anderen Team, die Sie nicht löschen dürfen.',
  'An answer or a card of theirs is under way. Let it end, or remove them from the team first, which ends it.':
    'Für die Person wird gerade eine Antwort geschrieben, oder es wartet eine Karte. Lassen Sie das zu Ende gehen, oder entfernen Sie die Person zuerst aus dem Team; das beendet es.',
  'Only admins see and change who is in the team.': 'Nur Admins sehen und ändern, wer im Team ist.',
  'This person is not in the team any more.': 'Diese Person ist nicht mehr im Team.',
  'There is no such invitation, or it was accepted. Load the page again.':
    'Diese Einladung gibt es nicht, oder sie wurde angenommen. Laden Sie die Seite neu.',
  'Nobody can remove themselves. Ask another admin to do it.':
    'Niemand kann sich selbst entfernen. Bitten Sie einen anderen Admin darum.',
  '{name} is the last admin and cannot be removed.':
    '{name} ist der letzte Admin und kann nicht entfernt werden.',
  '{name} is the last admin: make somebody else an admin first.':
    '{name} ist der letzte Admin: Machen Sie zuerst jemand anderen zum Admin.',
  'That is not your password. Nothing was changed.': 'Das ist nicht Ihr Passwort. Nichts wurde geändert.',
  'Your account has no password: you sign in elsewhere.':
    'Ihr Konto hat kein Passwort: Sie melden sich woanders an.',
  'Your password was changed somewhere else meanwhile. Sign in with that one.':
    'Ihr Passwort wurde inzwischen woanders geändert. Melden Sie sich damit an.',
  'This session has ended already.': 'Diese Anmeldung ist schon beendet.',
  'The person who asked does not work in the team any more.':
    'Wer das wollte, arbeitet nicht mehr im Team mit.',
  'For this address one signs in with {name}.': 'Mit dieser Adresse meldet man sich über {name} an.',
  'For this address one signs in with {name}: there is no password here to change.':
    'Mit dieser Adresse meldet man sich über {name} an: Hier gibt es kein Passwort, das sich ändern ließe.',
  'For this address one signs in with {name}: that takes the invitation as well.':
    'Mit dieser Adresse meldet man sich über {name} an: Damit ist auch die Einladung angenommen.',
  'Your address comes from {name} and is changed there.':
    'Ihre Adresse kommt von {name} und wird dort geändert.',
  'Your company’s sign-in cannot be reached just now. Nothing was done; try again in a minute.':
    'Die Anmeldung Ihrer Firma ist gerade nicht zu erreichen. Es wurde nichts getan; versuchen Sie es in einer Minute noch einmal.',
};
