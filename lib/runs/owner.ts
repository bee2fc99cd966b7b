import 'server-only';
/** This process's name in the rows of the runs that it streams. Changes with every start. */
import { randomToken } from '@/db/ids';
import { once } from '@/lib/values/once';

export const owner: string = once('owner', randomToken);
