import 'server-only';
/** Whether somebody may use a model: checked and reserved in the database, one request after the other. */
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

/** What was reserved, or why nothing was; `told`: messages of soft limits, which a person gets once. */
export interface Reserved {
  refusal?: string;
  told: string[];
}

/** Limits that a single step can exceed; runs are counted where they begin. */
const ofSteps = ({ what }: Budget) => what !== 'runs';
const isOver = ({ hard, used }: Budget) => hard !== null && used >= hard;
const isReached = ({ soft, used }: Budget) => soft !== null && used >= soft;

/** Reserves the estimate of a request: every later request, in any process, counts it as used. */
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
 * Before a message is accepted, in the transaction that begins its run.
 * @throws AppError too_many_requests, with `limit`
 */
export async function assertMayBegin(tx: Transaction, who: Spender): Promise<void> {
  const over = (await lockedBudgets(tx, who)).find(isOver);
  if (!over) return;
  const { whose, what, hard } = over;
  const limit = { whose: whose === 'team' ? 'team' : 'person', what, hard };
  throw new AppError('too_many_requests', refusedWords(over), { limit });
}

/**
 * Before a call of another client of theirs.
 * @throws AppError too_many_requests
 */
export async function assertMayCall(tx: Transaction, who: Spender): Promise<void> {
  const ofCalls = (await lockedBudgets(tx, who)).find(({ what }) => what === 'calls_minute');
  if (ofCalls && isOver(ofCalls)) throw new AppError('too_many_requests', refusedWords(ofCalls));
}

async function lockedBudgets(tx: Transaction, who: Spender): Promise<Budget[]> {
  // Sent together and executed in order, so that the budgets are read under the lock.
  const locked = lockBudget(tx, who.teamId);
  const budgets = readBudgets(tx, who);
  await locked;
  return budgets;
}
