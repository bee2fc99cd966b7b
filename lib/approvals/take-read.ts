import 'server-only';
/**
 * Sends what is read beside the conversation as the policy would have it at that very moment: it may have waited
 * minutes for a slot at its server, and an admin may have stopped that meanwhile.
 */
import type { Database } from '@/db/client';
import { isAppError } from '@/lib/errors';
import { advance, type CallRow } from '@/lib/execution/ledger';
import type { Take } from '@/lib/execution/send-call';
import { haltOf, haltsAt } from '@/lib/policy/halts';
import { effectOf } from '@/lib/rules/policy-rules';
import { authorityUnchanged, findAuthority } from '@/lib/store/authority';
import { isOwnName } from '@/lib/tools/own-server-name';
import type { ConnectedTool } from '@/lib/tools/types';

const GONE = 'The chat is gone. Nothing ran.';
const CHANGED = 'What lets this be read has changed meanwhile. Nothing ran.';
/** Something else may change during the check as well: looked at once more. */
const MOST_LOOKS = 2;

/** How one read is marked as sent, and why it was not. */
export interface TakeRead {
  take: Take;
  refused: string | undefined;
}

/** What a read is judged by now, as a hash, and why it may not be sent, if anything stands against it. */
interface Look {
  hash: string;
  refused: string | undefined;
}

/** @param look throws AppError: also a reason why not */
export function takeRead(db: Database, look: (row: CallRow) => Promise<Look>): TakeRead {
  const refuse = (refused: string) => {
    taking.refused = refused;
    return { refused };
  };
  const take = async (row: CallRow) => {
    for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
      const { hash, refused } = await look(row).catch(asRefusal);
      if (refused !== undefined) return refuse(refused);
      const sent = await advance(db, row, 'dispatched', {}, undefined, authorityUnchanged(hash, row));
      if (sent) return sent;
    }
    return refuse(CHANGED);
  };
  const taking: TakeRead = { refused: undefined, take };
  return taking;
}

function asRefusal(error: unknown): Look {
  if (!isAppError(error)) throw error;
  return { hash: '', refused: error.message };
}

/**
 * Whether a server may be asked, without a person, what became of a call: not if it, the tool, that companion, or the
 * person is stopped, or a rule for that very companion has others decide. Our own companions are part of this app.
 * @throws if not
 */
export async function assertMayLookUp(db: Database, chatId: string, tool: ConnectedTool): Promise<void> {
  if (tool.lookup === undefined || isOwnName(tool.server)) return;
  const found = await findAuthority(db, chatId);
  if (!found) throw new Error(GONE);
  const { halts, place, rules, role } = found.authority;
  const asked = { server: tool.server, name: tool.lookup, risk: 'read-only', trusted: tool.trusted } as const;
  const named = rules.filter((rule) => rule.tool === tool.lookup);
  const here = haltsAt(halts, place);
  // As something that reads: where only what writes is stopped, what was sent before may still be asked about.
  const isStopped = [asked.name, tool.name].some((name) => haltOf(here, { ...asked, name }) !== undefined);
  const mayRead = effectOf(named, asked, role ?? 'viewer') === 'allow';
  if (isStopped || !mayRead) throw new Error('Its server may not be asked what became of the call.');
}
