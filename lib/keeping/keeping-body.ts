/** A team's own retention times in a request body: in days by kind; null: the operator's value. */
import { z } from 'zod';
import { MOST_DAYS } from './keeping-view';

const days = z.int('must be a whole number of days').min(1).max(MOST_DAYS).nullable();

export const newKeeping = z.strictObject({ chats: days, contents: days, mail: days });
