import 'server-only';
/** Whether the person of a session still has access at the provider that it depends on. */
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '@/lib/errors';
import { findVouching } from '@/lib/store/sign-on/accounts';
import { checkAccess } from './check';
import { signOnContext } from './context';

/**
 * The provider's last answer has expired, and there is no newer one: this says nothing about the person, and nothing is
 * done for them.
 */
class WordOver extends AppError {
  readonly isWordOver = true;

  constructor() {
    super(
      'unavailable',
      'Your company’s sign-in cannot be reached just now. Nothing was done; try again in a minute.',
    );
  }
}

/** For checks during something that lasts, such as a stream: nobody, once nothing vouches for the person any more. */
export async function unlessOver<Who>(asking: Promise<Who>): Promise<Who | null> {
  try {
    return await asking;
  } catch (error) {
    if (Reflect.get(Object(error), 'isWordOver') === true) return null;
    throw error;
  }
}

const LOOK_MS = 200;
const LOOKS = 40;

/**
 * Called when it is due. As long as the provider's last answer is valid, nobody waits for another process that is
 * asking.
 * @throws AppError unavailable: the last answer has expired, and there is no newer one
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
  throw new WordOver();
}
