import type { RECOVERY as ENGLISH } from '../../english/people/recovery';

export const RECOVERY: Record<keyof typeof ENGLISH, string> = {
  'forgot.link': 'Passwort vergessen?',
  'forgot.title': 'Neues Passwort wählen',
  'forgot.hint': 'Sie bekommen einen Link per E-Mail, der eine halbe Stunde gilt.',
  'forgot.no-mail':
    'Von hier gehen keine E-Mails aus: Es ist kein Mailserver eingerichtet. Der Link wird in eine Datei auf dem Rechner geschrieben, auf dem Amber läuft. Bitten Sie einen Admin Ihres Teams oder wer Amber betreibt, Ihnen den Link zu geben.',
  'forgot.submit': 'Link anfordern',
  'forgot.asked': 'Wenn jemand ein Konto mit dieser Adresse hat, ist ein Link dorthin unterwegs.',
  'forgot.asked-file':
    'Wenn jemand ein Konto mit dieser Adresse hat, wurde ein Link auf dem Rechner abgelegt, auf dem Amber läuft.',
  'forgot.not-asked': 'Es wurde kein Link angefordert.',
  'forgot.back': 'Zurück zur <link>Anmeldung</link>',
  'reset.title': 'Neues Passwort wählen',
  'reset.hint': 'Sie werden überall abgemeldet, und Ihre anderen Programme und Tokens enden.',
  'reset.next': 'Neues Passwort',
  'reset.length': 'Mindestens {count} Zeichen.',
  'reset.submit': 'Passwort setzen',
  'reset.changed': 'Ihr Passwort ist geändert. Melden Sie sich damit an.',
  'reset.not-changed': 'Ihr Passwort wurde nicht geändert.',
  'reset.no-link': 'Diese Adresse enthält keinen Link. Öffnen Sie den aus der E-Mail.',
  'reset.again': 'Neuen Link anfordern',
};
