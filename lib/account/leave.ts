import 'server-only';
/** Leaving the team, for a person who proves their identity: nobody is removed by way of an unattended browser. */
import { leaveTeam } from '@/lib/team/team';
import { type FactorContext, type Proof, prove } from './factors/prove';

/** @throws AppError as `prove` with the password and the factor; conflict: the last admin */
export async function leave(context: FactorContext, proof: Proof): Promise<void> {
  await prove(context, proof, { what: 'leave' }, 'both');
  await leaveTeam(context.db, context.caller);
}
