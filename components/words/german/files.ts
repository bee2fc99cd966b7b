/** Dateien an Nachrichten, und Chats aus anderen Programmen. */
import type { FILES as ENGLISH } from '../english/files';
import type { Translated } from '../language';

export const FILES: Translated<typeof ENGLISH> = {
  'files.outside-file':
    'Die Datei „<name>name</name>“ hat Worte von außen hereingebracht. Bis ein Admin das aufhebt, wird vor Änderungen hier gefragt.',
  'files.outside-imported':
    'Dieser Chat wurde aus {app} importiert: Alles darin kommt von außen. Bis ein Admin das aufhebt, wird vor Änderungen hier gefragt.',
};
