import 'server-only';
/** This process's name in the rows of the runs it streams. New with every start. */
import { randomToken } from '@/db/ids';

const KEY = Symbol.for('amber.owner');
const shared = globalThis as { [KEY]?: string };
shared[KEY] ??= randomToken();

export const owner: string = shared[KEY];
