import 'server-only';
/** The sub-agents of one run: beginning, driving in this process, waiting for and stopping them. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@/db/client';
import type { SubAgents } from '@/lib/agent/calling/sub-agents';
import { type Ended, endOf } from '@/lib/execution/ended';
import { type CallRow, isFinal } from '@/lib/execution/ledger';
import { findCallById } from '@/lib/store/calls';
import { lockChat } from '@/lib/store/chats';
import { countCardsBeside, countStepsBeside, findSubRun } from '@/lib/store/conversation/sub-agents';
import type { RunRow } from '@/lib/store/runs';
import { type Continue, type Live, liveOf } from '../follow/live';
import { owner } from '../owner';
import { beginSub } from './begin-sub';
import { stopOf } from './stop-below';

/** How often one driven by another process is checked, in milliseconds. */
const LOOK_MS = 250;

export class SubAgentsOfRun implements SubAgents {
  readonly depth: number;
  /** Whether other runs of the tree share this run's limits. */
  private hasOthers: boolean;

  /** @param before what the run has called so far */
  constructor(
    private readonly db: Database,
    private readonly run: RunRow,
    before: readonly CallRow[],
    private readonly goOn: Continue,
  ) {
    this.depth = run.depth;
    this.hasOthers = run.depth > 0 || before.some(({ metadata }) => metadata.subAgent === true);
  }

  async stepsBeside(): Promise<number> {
    return this.hasOthers ? countStepsBeside(this.db, this.run) : 0;
  }

  async cardsBeside(): Promise<number> {
    return this.hasOthers ? countCardsBeside(this.db, this.run) : 0;
  }

  async work(call: CallRow, signal: AbortSignal): Promise<Ended | undefined> {
    this.hasOthers = true;
    for (;;) {
      const live = liveOf(call.id);
      if (live) {
        await ended(live, signal);
        continue;
      }
      const now = await findCallById(this.db, call.id);
      if (now && isFinal(now.status)) return endOf(now);
      if (signal.aborted) return this.stop(call, signal);
      const sub = await findSubRun(this.db, call.id);
      if (!sub) await beginSub(this.db, this.run, call);
      else if (sub.status === 'waiting') return undefined;
      else if (sub.owner !== owner || !(await this.goOn(sub.id))) {
        await sleep(LOOK_MS, undefined, { signal }).catch(() => {});
      }
    }
  }

  /** For one that is not driven here. */
  private async stop(call: CallRow, signal: AbortSignal): Promise<Ended> {
    const text = signal.reason instanceof Error ? signal.reason.message : 'Stopped.';
    await this.db.transaction(async (tx) => {
      await lockChat(tx, call.chatId);
      const sub = await findSubRun(tx, call.id);
      if (sub) await stopOf(tx, sub, text);
    });
    const now = await findCallById(this.db, call.id);
    return now && isFinal(now.status) ? endOf(now) : { status: 'abort', text };
  }
}

/** Resolves when it has ended or waits; it is stopped with its parent. */
async function ended(live: Live, signal: AbortSignal): Promise<void> {
  const stop = () => live.abort.abort(signal.reason);
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  await live.done;
  signal.removeEventListener('abort', stop);
}
