/** Mails to people about their own account. Plain text; the sender adds what the delivery requires. */

export interface Words {
  subject: string;
  body: string;
}

const text = (subject: string, ...paragraphs: string[]): Words => ({
  subject,
  body: paragraphs.join('\n\n'),
});

/** The ending of most of them. */
const ODD = 'If that was not you, tell an admin of your team at once.';

/** @param link contains the secret token */
export function resetMail(link: string, minutes: number): Words {
  return text(
    'Choose a new password',
    'Somebody asked for a new password for your account at Amber. If that was you, choose it here:',
    link,
    `The link is valid for ${minutes} minutes, and once.`,
    'If it was not you, do nothing: your password stays as it is.',
  );
}

export const RESET = text(
  'Your password was changed',
  'A new password was chosen for your account at Amber, by a link that was mailed to you. You were signed out everywhere, and your other clients and tokens were ended.',
  'If that was not you, tell an admin of your team at once: somebody reads your mail.',
);

/** @param link contains the secret token */
export function addressMail(link: string, minutes: number): Words {
  return text(
    'Confirm this address',
    'Somebody wants to use this address for their account at Amber. If that was you, confirm it here, signed in:',
    link,
    `The link is valid for ${minutes} minutes, and once.`,
    'If it was not you, do nothing.',
  );
}

export const MOVED = text(
  'The address of your account was changed',
  'Your account at Amber has another address from now on. Nothing is mailed to this one any more.',
  ODD,
);

export const CHANGED = text(
  'Your password was changed',
  'The password of your account at Amber was changed just now, and you were signed out everywhere else.',
  ODD,
);

export const APP_SET = text(
  'Codes of an app were set up',
  'An app was set up for your account at Amber just now. Signing in asks for its code from now on.',
  ODD,
);

export const APP_OFF = text(
  'Codes of an app were turned off',
  'The app that shows codes for your account at Amber was turned off just now. Signing in does not ask for its codes any more.',
  ODD,
);

export const NEW_CODES = text(
  'New recovery codes',
  'New recovery codes were made for your account at Amber just now. The ones before do not work any more.',
  ODD,
);

export const PASSKEY_ADDED = text(
  'A passkey was added',
  'A passkey was added to your account at Amber just now. It signs you in without a password.',
  ODD,
);

export const FACTORS_RESET = text(
  'Your second factor was reset',
  'An admin of your team has removed the app, the passkeys and the recovery codes of your account at Amber just now. You were signed out everywhere, and your other clients and tokens were ended. Your password signs you in.',
  'Set up a second factor again at Your account. If you had not asked for this, tell another admin of your team at once.',
);

export const PASSKEY_REMOVED = text(
  'A passkey was removed',
  'A passkey was removed from your account at Amber just now. It does not sign you in any more.',
  ODD,
);
