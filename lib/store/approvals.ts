import 'server-only';
/** Approvals: the cards that ask people, and the calls that are held beside them. */
import { schema } from '@/db/schema/all';

const { approvals } = schema;

export type ApprovalRow = typeof approvals.$inferSelect;
