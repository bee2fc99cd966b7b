import 'server-only';
/** Whether somebody may have a model asked: looked at, and set aside, one after the other in the database. */
import type { Database, Transaction } from '@/db/client';
import { AppError } from '@/lib/errors';
import {
  addUsage,
  type Budget,
  lockBudget,
  noteTold,
  readBudgets,
  type Spender,
  type Spent,
} from '@/lib/store/settings/usage';
import { reachedWords, refusedWords } from './limit-words';

/** What was set aside, or why nothing was; `told`: sentences of soft limits, which a person reads once. */
export interface Reserved {
  refusal?: string;
  told: string[];
}

/** Those of which one goes over at once; runs are counted where they begin. */
const ofSteps = ({ what }: Budget) => what !== 'runs';
const isOver = ({ hard, used }: Budget) => hard !== null && used >= hard;
const isReached = ({ soft, used }: Budget) => soft !== null && used >= soft;

/** Sets an estimate of a request aside: whoever comes next counts it as used, in every process. */
export async function reserve(db: Database, who: Spender, estimate: Spent): Promise<Reserved> {
  return db.transaction(async (tx) => {
    const budgets = (await lockedBudgets(tx, who)).filter(ofSteps);
    const over = budgets.find(isOver);
    if (over) return { refusal: refusedWords(over), told: [] };
    await addUsage(tx, who, [estimate]);
    const told: string[] = [];
    for (const budget of budgets.filter(isReached))
      if (await noteTold(tx, who, budget)) told.push(reachedWords(budget));
    return { told };
  });
}

/**
 * Before a message is taken, in the transaction that begins its run.
 * @throws AppError too_many_requests, with `limit` beside
 */
export async function assertMayBegin(tx: Transaction, who: Spender): Promise<void> {
  const over = (await lockedBudgets(tx, who)).find(isOver);
  if (!over) return;
  const { whose, what, hard } = over;
  const limit = { whose: whose === 'team' ? 'team' : 'person', what, hard };
  throw new AppError('too_many_requests', refusedWords(over), { limit });
}

/** Before a call of another client of theirs. @throws AppError too_many_requests */
export async function assertMayCall(tx: Transaction, who: Spender): Promise<void> {
  const ofCalls = (await lockedBudgets(tx, who)).find(({ what }) => what === 'calls_minute');
  if (ofCalls && isOver(ofCalls)) throw new AppError('too_many_requests', refusedWords(ofCalls));
}

async function lockedBudgets(tx: Transaction, who: Spender): Promise<Budget[]> {
  // Sent together, and read one after the other: what was there before the lock is looked at with it.
  const locked = lockBudget(tx, who.teamId);
  const budgets = readBudgets(tx, who);
  await locked;
  return budgets;
}
