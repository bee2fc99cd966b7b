/** The fixed words of an exported chat, in the language of the person who exports it. */
import { put } from '@/components/words/language';
import { toldIn } from '@/components/words/told-in';
import type { FileWords } from '@/lib/chats/markdown-file';
import { languageOfPage } from './language';

export async function exportWords(): Promise<FileWords> {
  const language = await languageOfPage();
  const of = (name: 'done' | 'failed' | 'denied' | 'open') => put(language, `finding.snapshot.${name}`);
  return {
    you: put(language, 'finding.snapshot.you'),
    attached: (name, size) => put(language, 'finding.snapshot.attached', { name, size }),
    states: { done: of('done'), failed: of('failed'), denied: of('denied'), open: of('open') },
    decision: ({ status, by }) =>
      status === 'confirmed' || status === 'cancelled'
        ? put(language, `finding.snapshot.${status}`, {
            who: by.join(', ') || put(language, 'people.somebody'),
          })
        : put(language, `finding.snapshot.${status}`),
    reason: (text) => put(language, 'finding.snapshot.reason', { text }),
    takenBack: put(language, 'finding.snapshot.taken-back'),
    notice: (text) => toldIn(language, text),
  };
}
