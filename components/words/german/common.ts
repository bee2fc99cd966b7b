/** Was in vielen Räumen gesagt wird. */
import type { COMMON as ENGLISH } from '../english/common';
import type { Translated } from '../language';

export const COMMON: Translated<typeof ENGLISH> = {
  'account.label': 'Konto',
  'account.sign-out': 'Abmelden',
  'account.not-signed-out': 'Sie sind noch angemeldet: Der Server war nicht erreichbar.',
  'role.viewer': 'Nur lesen',
  'role.member': 'Mitglied',
  'role.admin': 'Admin',
  'role.auditor': 'Revision',
  'server.itself': 'Amber selbst',
  'error.server': 'Das hat der Server gerade nicht geschafft. Versuchen Sie es gleich noch einmal.',
  'error.network':
    'Der Server ist nicht erreichbar. Prüfen Sie die Verbindung und versuchen Sie es noch einmal.',
};
