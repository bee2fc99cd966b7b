/** The calls that an answer is based on, one per tool, in the order in which they were made. Pure. */
import { ownWords } from '@/components/words/own-words';
import type { AmberMessage, CallMetadata } from '@/lib/runs/chat-view';

export interface Source {
  /** Of the first call of this tool. */
  id: string;
  title: string;
  /** How many of its calls have answered. */
  count: number;
}

/** The most that are listed. */
const MOST = 8;

export function sourcesOf({ parts }: Pick<AmberMessage, 'parts'>): Source[] {
  // Nothing is based on them before something is said.
  if (!parts.some((part) => part.type === 'text' && part.text.trim() !== '') || parts.some(waits)) return [];
  const sources = new Map<string, Source>();
  for (const part of parts) {
    if (part.type !== 'dynamic-tool' || part.state !== 'output-available') continue;
    const {
      server = '',
      trusted = false,
      title = part.toolName,
      silent,
    } = (part.toolMetadata ?? {}) as Partial<CallMetadata>;
    // It has no row to go to.
    if (silent) continue;
    const known = sources.get(part.toolName);
    if (known) known.count += 1;
    else
      sources.set(part.toolName, {
        id: part.toolCallId,
        title: ownWords({ server, trusted }, title),
        count: 1,
      });
  }
  return [...sources.values()].slice(0, MOST);
}

const waits = (part: AmberMessage['parts'][number]) =>
  part.type === 'dynamic-tool' && part.state === 'approval-requested';
