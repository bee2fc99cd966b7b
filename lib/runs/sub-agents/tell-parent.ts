import 'server-only';
/** Reports the end of a sub-agent to the call that began it, in the transaction that ends the sub-agent. */
import type { Transaction } from '@/db/client';
import { whatWaits } from '@/lib/approvals/settle';
import { type Ended, resultHash } from '@/lib/execution/ended';
import { advance } from '@/lib/execution/ledger';
import { findCallById } from '@/lib/store/calls';
import { countChange } from '@/lib/store/chats';
import { listAtWorkBelow } from '@/lib/store/conversation/sub-agents';
import { findRun, type RunRow, takeRun } from '@/lib/store/runs';
import type { StoredPart } from '../messages/stored-message';
import { owner } from '../owner';

/** Characters of its last words. */
const MOST = 50_000;

/** How a sub-agent's run ended, with its stored answer. */
export interface SubEnd {
  status: 'done' | 'stopped' | 'failed';
  parts: readonly StoredPart[];
}

/**
 * Does nothing for a run that is no sub-agent's. The tree is locked.
 * @returns the run that continues because of this and was taken for this process: nothing else of it waits. A run that
 * is already in progress notices by itself.
 */
export async function tellParent(
  tx: Transaction,
  run: Pick<RunRow, 'chatId' | 'rootRunId'>,
  end: SubEnd,
): Promise<string | undefined> {
  const call = run.rootRunId === null ? undefined : await findCallById(tx, run.chatId);
  if (call?.status !== 'dispatched') return undefined;
  const ended = endOf(end);
  const said = ended.status === 'success' ? { result: ended.output } : { error: ended.text };
  await advance(tx, call, ended.status, { ...said, resultHash: resultHash(ended) });
  await countChange(tx, call.chatId);
  const parent = await findRun(tx, call.runId);
  if (parent?.status !== 'waiting' || (await whatWaits(tx, parent.id))) return undefined;
  if ((await listAtWorkBelow(tx, parent.id)).length > 0) return undefined;
  return (await takeRun(tx, parent.id, owner))?.id;
}

function endOf({ status, parts }: SubEnd): Ended {
  const words = lastWords(parts);
  const why = noticeIn(parts);
  if (status === 'stopped') return { status: 'abort', text: why ?? 'Stopped.' };
  if (status === 'failed')
    return { status: 'error', text: `The sub-agent failed: ${why ?? 'nobody knows why.'}` };
  const text = [words, why].filter(Boolean).join('\n\n');
  if (text === '') return { status: 'error', text: 'The sub-agent ended without a word.' };
  return {
    status: 'success',
    output: { content: [{ type: 'text', text }], structuredContent: { answer: text } },
  };
}

/** What it said after its last call. */
function lastWords(parts: readonly StoredPart[]): string {
  const last = parts.findLastIndex((part) => part.type === 'call' || part.type === 'dynamic-tool');
  const texts = parts.slice(last + 1).flatMap((part) => (part.type === 'text' ? [part.text] : []));
  const characters = [...texts.join('\n').trim()];
  const rest = characters.length - MOST;
  if (rest <= 0) return characters.join('');
  return `${characters.slice(0, MOST).join('')}\n[${rest} more characters of it are left out.]`;
}

/** What the app said about its end. */
function noticeIn(parts: readonly StoredPart[]): string | undefined {
  const last = parts.at(-1);
  if (last?.type === 'data-run-error') return last.data.message;
  return last?.type === 'data-notice' ? last.data.text : undefined;
}
