import 'server-only';
/** Whether who comes with a session is still there at the provider by whose word it holds. */
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '@/lib/errors';
import { findVouching } from '@/lib/store/sign-on/accounts';
import { checkAccess } from './check';
import { signOnContext } from './context';

const LOOK_MS = 200;
const LOOKS = 40;

/**
 * Called when it is due. As long as the last word of the provider holds, nobody waits for another process that asks.
 * @throws AppError unavailable: the last word has run out, and there is no other
 */
export async function stillThere({ id, isVouched }: { id: string; isVouched: boolean }): Promise<boolean> {
  const context = await signOnContext();
  for (let look = 0; look < LOOKS; look++) {
    const checked = await checkAccess(context, id);
    if (checked !== 'left') return checked === 'good';
    if (isVouched) return true;
    const now = await findVouching(context.db, id);
    if (!now || now.isVouched) return now !== undefined;
    if (!now.isAsked) break;
    await pause(LOOK_MS);
  }
  throw new AppError(
    'unavailable',
    'Your company’s sign-in cannot be reached just now. Nothing was done; try again in a minute.',
  );
}
