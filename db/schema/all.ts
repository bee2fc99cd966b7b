/** Every table in one object, for drizzle. */
import * as auth from './auth';
import * as company from './company';
import * as conversation from './conversation';

const { time: _time, ...authTables } = auth;

export const schema = { ...authTables, ...company, ...conversation };
