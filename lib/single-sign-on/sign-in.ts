import 'server-only';
/**
 * The account of a person whom a provider has authenticated, and its session. Known only by issuer and subject. The
 * address is used once, for joining or linking, and only if the provider has verified it and the operator trusts it for
 * that domain.
 */
import { newId, randomToken } from '@/db/ids';
import { changeTeamData, lockTeam, type TeamData } from '@/db/queries/change';
import { insertUser, markEmailVerified } from '@/lib/store/accounts';
import { insertMember, namePerson } from '@/lib/store/people';
import { deleteBegunSignIns } from '@/lib/store/settings/factors';
import {
  findSignOnAccount,
  findTeamNamed,
  insertSignOnSession,
  lockPerson,
  type PersonFound,
  takeInvitationTo,
  upsertSignOn,
} from '@/lib/store/sign-on/accounts';
import { dropWaysIn } from '@/lib/store/sign-on/ways-in';
import type { Role } from '@/mcp/scopes';
import type { Said } from './claims';
import type { SignOnContext } from './context';
import { SignOnFailed } from './failed';
import { followRole } from './role';
import { sealHeld } from './sealed';
import type { Provider } from './settings';
import type { Vouched } from './vouching';

const SESSION_SECONDS = 30 * 24 * 3600;

export interface NewSession {
  userId: string;
  token: string;
  expiresAt: Date;
}

interface Proven {
  said: Said;
  vouched: Vouched;
  ipAddress: string | null;
  userAgent: string | null;
}

/** @throws SignOnFailed */
export async function signInBy(
  { db, secret }: SignOnContext,
  provider: Provider,
  { said, vouched, ipAddress, userAgent }: Proven,
): Promise<NewSession> {
  const teamId = await findTeamNamed(db, provider.team);
  if (teamId === undefined) throw new SignOnFailed('no-team', provider.team);
  const { issuer } = provider;
  const { subject } = said;
  return changeTeamData({ db, teamId, signal: new AbortController().signal }, async (data) => {
    // Of concurrent sign-ins as the same new person, one creates the account; and the set of admins does not change
    // meanwhile.
    await lockTeam(data);
    const known = await findSignOnAccount(data.db, issuer, subject);
    const userId = known
      ? await knownPerson(data, known.userId, said)
      : await newPerson(data, said, provider);
    await namePerson(data.db, userId);
    const person = await lockPerson(data.db, { userId });
    if (!person) throw new SignOnFailed('other-account');
    const heldRole = await followRole(data, person, said.role);
    const id = known?.id ?? newId('sso');
    const { refresh, idToken, dueIn, holdsFor } = vouched;
    const sealed = sealHeld(secret, { issuer, subject, userId }, { refresh, idToken });
    const row = { id, issuer, subject, provider: provider.id, userId, sealed, heldRole };
    await upsertSignOn(data.db, { ...row, binding: isBinding(provider, person) }, { dueIn, holdsFor });
    const token = randomToken() + randomToken();
    const session = { id: randomToken(), token, userId, ipAddress, userAgent };
    const at = { accountId: id, seconds: SESSION_SECONDS };
    return { userId, token, expiresAt: await insertSignOnSession(data.db, session, at) };
  });
}

const isBinding = (provider: Provider, { email, hasPassword }: PersonFound): boolean =>
  !hasPassword || (provider.forced && provider.domains.includes(email.slice(email.lastIndexOf('@') + 1)));

/**
 * Somebody who has used it before. A person whom an admin has removed from the team comes back only through an
 * invitation.
 */
async function knownPerson(data: TeamData, userId: string, said: Said): Promise<string> {
  const person = await lockPerson(data.db, { userId });
  if (!person || person.demo) throw new SignOnFailed('other-account');
  if (person.teamId === data.teamId) {
    if (said.role === null) throw new SignOnFailed('no-role');
    return userId;
  }
  if (person.teamId !== null) throw new SignOnFailed('other-account');
  const role =
    said.isTheirs && said.email ? await takeInvitationTo(data.db, data.teamId, said.email) : undefined;
  if (role === undefined) throw new SignOnFailed('not-in-team');
  return join(data, userId, said.role === undefined ? role : said.role);
}

/** Somebody who uses it for the first time. The answer does not reveal who else has the address. */
async function newPerson(data: TeamData, said: Said, provider: Provider): Promise<string> {
  const { email } = said;
  if (email === null || !said.isTheirs)
    throw new SignOnFailed(isForeign(said, provider) ? 'not-yours' : 'not-verified');
  const there = await lockPerson(data.db, { email });
  if (there) return linked(data, there, said);
  if (said.role === null) throw new SignOnFailed('no-role');
  const invited = await takeInvitationTo(data.db, data.teamId, email);
  const userId = newId('usr');
  await insertUser(data.db, { id: userId, name: said.name, email, emailVerified: true });
  return join(data, userId, said.role ?? invited ?? provider.defaultRole);
}

const isForeign = ({ email }: Said, { domains }: Provider): boolean =>
  email !== null && !domains.includes(email.slice(email.lastIndexOf('@') + 1));

/** An existing account becomes theirs, if it is in this team and not linked to anybody at a provider. */
async function linked(data: TeamData, there: PersonFound, said: Said): Promise<string> {
  const { userId } = there;
  if (there.demo || there.isLinked) throw new SignOnFailed('other-account');
  if (there.teamId !== null && there.teamId !== data.teamId) throw new SignOnFailed('other-account');
  if (said.role === null) throw new SignOnFailed('no-role');
  if (!there.emailVerified) {
    // Somebody else may have created it.
    await namePerson(data.db, userId);
    await dropWaysIn(data.db, there);
    await deleteBegunSignIns(data.db, userId);
    await markEmailVerified(data.db, userId);
  }
  if (there.teamId === data.teamId) return userId;
  const invited = await takeInvitationTo(data.db, data.teamId, there.email);
  if (invited === undefined) throw new SignOnFailed('not-in-team');
  return join(data, userId, said.role ?? invited);
}

async function join(data: TeamData, userId: string, role: Role | null): Promise<string> {
  if (role === null) throw new SignOnFailed('no-role');
  await namePerson(data.db, userId);
  await insertMember(data.db, { userId, teamId: data.teamId, role });
  return userId;
}
