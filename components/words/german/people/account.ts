import type { ACCOUNT as ENGLISH } from '../../english/people/account';

export const ACCOUNT: Record<keyof typeof ENGLISH, string> = {
  'account.intro': 'Wer Sie hier sind, Ihr Passwort und die Browser, in denen Sie angemeldet sind.',
  'account.password': 'Passwort',
  'account.password.why':
    'Wenn Sie es ändern, werden Sie überall sonst abgemeldet. Wir sagen es Ihnen per E-Mail.',
  'account.password.why.no-mail':
    'Danach sind Sie überall sonst abgemeldet. Hier ist kein Mailserver eingerichtet, darum kommt dazu keine E-Mail.',
  'account.password.demo': 'Das Passwort eines Demokontos kann nicht geändert werden.',
  'account.password.none': 'Sie haben hier keines: Sie melden sich beim Anbieter Ihres Unternehmens an.',
  'account.current': 'Aktuelles Passwort',
  'account.next': 'Neues Passwort',
  'account.length': 'Mindestens {count} Zeichen.',
  'account.clients': 'Auch meine anderen Programme und Tokens beenden',
  'account.change': 'Passwort ändern',
  'account.changed': 'Ihr Passwort ist geändert. Überall sonst sind Sie abgemeldet.',
  'account.not-changed': 'Ihr Passwort wurde nicht geändert.',
  'account.sessions': 'Angemeldet',
  'account.this': 'Dieser Browser',
  'account.unknown': 'Ein unbekannter Browser',
  'account.since': 'Angemeldet <when>when</when>, zuletzt gesehen <seen>seen</seen>.',
  'account.from': 'Von {address}.',
  'account.end': 'Abmelden',
  'account.end-it': '{device} abmelden',
  'account.ended': 'Er ist abgemeldet.',
  'account.not-ended': 'Er wurde nicht abgemeldet.',
  'account.end-others': 'Überall sonst abmelden',
  'account.others-ended': 'Sie sind überall sonst abgemeldet.',
};
