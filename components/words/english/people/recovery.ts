/** A new password for people who have forgotten theirs. */
export const RECOVERY = {
  'forgot.link': 'Forgot your password?',
  'forgot.title': 'Choose a new password',
  'forgot.hint': 'We email you a link, valid for half an hour.',
  'forgot.no-mail':
    'No email is sent from here: no email server is set up. The link is written to a file on the machine that Amber runs on. Ask an admin of your team, or whoever runs it, to give you the link.',
  'forgot.submit': 'Ask for the link',
  'forgot.asked': 'If somebody has an account with this address, a link is on its way to it.',
  'forgot.asked-file':
    'If somebody has an account with this address, a link was written on the machine that Amber runs on.',
  'forgot.not-asked': 'No link was asked for.',
  'forgot.back': 'Back to <link>sign in</link>',
  'reset.title': 'Choose a new password',
  'reset.hint': 'You are signed out everywhere, and your other clients and tokens end.',
  'reset.next': 'New password',
  'reset.length': 'At least {count} characters.',
  'reset.submit': 'Set the password',
  'reset.changed': 'Your password is changed. Sign in with it.',
  'reset.not-changed': 'Your password was not changed.',
  'reset.no-link': 'This address holds no link. Open the one in the email.',
  'reset.again': 'Ask for a new link',
} as const;
