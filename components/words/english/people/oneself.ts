/** A person's own profile, the export of their data, and leaving the team. */
export const ONESELF = {
  'profile.name': 'Name',
  'profile.demo': 'This is the demo account {name}, {email}. It stays as it is: everybody uses it.',
  'profile.name.why': 'Others see it next to what you do.',
  'profile.name.label': 'Your name',
  'profile.name.change': 'Change name',
  'profile.name.changed': 'Your name is changed.',
  'profile.name.not-changed': 'Your name was not changed.',
  'profile.email': 'Email address',
  'profile.email.now': 'You sign in with {email}.',
  'profile.email.why':
    'A new address counts once you have opened the link that is mailed to it. We let the current address know.',
  'profile.email.why.no-mail':
    'Another one counts once you have opened the link that is made for it. No email server is set up here: the link is written to a file on the machine that Amber runs on. Ask whoever runs it to give you the link.',
  'profile.email.next': 'New address',
  'profile.confirm-with': 'Confirm with your password',
  'profile.email.ask': 'Change address',
  'profile.email.to': 'The link goes to {email}.',
  'profile.email.to.no-mail': 'The link is made for {email}.',
  'profile.email.asked.no-mail':
    'If the address is free, the link was written to a file on the machine that Amber runs on. Open it in this browser.',
  'profile.email.asked': 'If the address is free, a link is on its way to it. Open it in this browser.',
  'profile.email.not-asked': 'Nothing was mailed.',
  'profile.email.confirm.why': 'You have opened the link that was mailed to your new address.',
  'profile.email.confirm': 'Use the new address',
  'profile.email.changed': 'You sign in with {email} from now on.',
  'profile.email.not-changed': 'Your address was not changed.',
  'own-data.heading': 'Your data',
  'own-data.why':
    'Everything Amber holds about you as one file (JSON): profile, chats, memory, the list of your files, other clients, and the ids of the receipts that name you. Secrets are masked.',
  'own-data.save': 'Save my data',
  'leave.heading': 'Leave the team',
  'leave.why':
    'You lose access to {team} at once. Save your data first: you cannot come back without an invitation.',
  'leave.ask': 'Leave the team',
  'leave.title': 'Leave {team}',
  'leave.what':
    'You are signed out everywhere. Your tokens, pre-approved calls and other clients end, what is under way in your chats is stopped, and cards that wait there are withdrawn. What you did stays on record.',
  'leave.do': 'Leave now',
  'leave.not': 'You are still in the team.',
} as const;
