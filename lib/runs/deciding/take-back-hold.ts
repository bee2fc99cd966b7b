import 'server-only';
/** A held call is taken back, and the run continues. The route and tests enter here. */
import { takeBackHold } from '@/lib/approvals/hold';
import type { Deciding } from '../decide-and-go';
import type { RunDependencies } from '../dependencies';
import { continueRun } from '../drive';
import { announce } from '../follow/events';
import type { Live } from '../follow/live';
import { owner } from '../owner';

/** @throws AppError as `takeBackHold` */
export async function takeBackAndGo(
  deps: RunDependencies,
  { caller, session }: Pick<Deciding, 'caller' | 'session'>,
  approvalId: string,
): Promise<{ live?: Live | undefined }> {
  const { chatId, runId, goesOn } = await takeBackHold({ db: deps.db, caller, session, owner }, approvalId);
  const live = goesOn ? await continueRun(deps, runId) : undefined;
  if (!live) await announce(deps.db, chatId);
  return { live };
}
