import 'server-only';
/**
 * What a card shows of a call that can be rehearsed: the rehearsal is made once per card, with exactly these arguments,
 * and the record is compared afterwards. If it has changed, rehearsals of the tool are switched off for the whole team.
 */
import type { CardPreview } from '@/lib/plans/plan';
import { findPin, isAnyUncompared, type PinnedTool, switchOff } from '@/lib/store/servers/rehearsals';
import { findServersVersion, lockTeamServers } from '@/lib/store/servers/servers';
import type { HeldRehearsal, PinnedRehearsal, Rehearsed } from '@/lib/tools/rehearsal';
import { isRehearsalItself, rehearsalInput } from '@/lib/tools/rehearsal-input';
import type { ConnectedTool } from '@/lib/tools/types';
import { validateInput } from '@/lib/tools/validate-input';
import type { Authority, Ruling } from '../authority';
import { isOnePersons, type RehearsalPlace, sendRehearsal } from './send-rehearsal';

/** A call for which a card is made. */
export interface Carded {
  tool: ConnectedTool;
  /** As it would be sent: after every edit, validated. */
  input: unknown;
  ruling: Pick<Ruling, 'effect' | 'critical'>;
  mode: Authority['mode'];
  /** What else its card shows. */
  preview: CardPreview | null;
}

type Told = Omit<Rehearsed, 'argument' | 'value' | 'isItself'>;

/** What the card shows: with the rehearsal, or with the reason why there is none. */
export async function withRehearsal(place: RehearsalPlace, call: Carded): Promise<CardPreview | null> {
  const { tool, input, preview, mode, ruling } = call;
  const { rehearsal } = tool;
  if (!rehearsal || !tool.trusted || mode === 'plan' || ruling.effect === 'deny') return preview;
  // Without a record nothing can be compared, so nothing is rehearsed.
  const { record } = preview ?? {};
  if (!preview || record === undefined) return preview;
  const { argument, value } = rehearsal;
  const isItself = isRehearsalItself(input, rehearsal);
  const { shown, ...told } = await rehearse(place, call, rehearsal, { ...preview, record });
  return { ...(shown ?? preview), rehearsal: { argument, value, ...told, ...(isItself && { isItself }) } };
}

async function rehearse(
  place: RehearsalPlace,
  { tool, input, ruling }: Carded,
  rehearsal: HeldRehearsal,
  before: CardPreview & { record: string },
): Promise<Told & { shown?: CardPreview }> {
  if (!isOnePersons(ruling)) return { status: 'rules' };
  const made = rehearsalInput(tool, input, rehearsal);
  if (!made || !validateInput(tool, made).ok) return { status: 'arguments' };
  const { caller } = place;
  const pinned = { teamId: caller.teamId, server: tool.server, tool: tool.name, of: rehearsal.of };
  if (!(await isOn(place, pinned, rehearsal))) return { status: 'off' };
  const { lines, record } = before;
  const came = await sendRehearsal(place, { tool, input, made, before: { lines, record } });
  if ('unsent' in came) return { status: 'unsent', words: came.unsent };
  const { state, record: shown, ...told } = came;
  if (state === 'on') return { ...told, status: told.lines ? 'done' : 'failed' };
  const { differences } = told;
  await turnOff(place, pinned, { ...asSaid(rehearsal), state, ...(differences && { differences }) });
  return { ...told, status: state, shown };
}

const asSaid = ({ argument, value }: HeldRehearsal) => ({ argument, value });

/**
 * From the database, since another process may have switched it off. A rehearsal that was sent and never compared means
 * that nothing is proven any more.
 */
async function isOn(place: RehearsalPlace, pinned: PinnedTool, rehearsal: HeldRehearsal): Promise<boolean> {
  const { db } = place;
  const said = (await findPin(db, pinned))?.rehearsal;
  const isSame = said?.argument === rehearsal.argument && said.value === rehearsal.value;
  if (!isSame || said?.state !== 'on') return false;
  if (!(await isAnyUncompared(db, pinned))) return true;
  await turnOff(place, pinned, { ...asSaid(rehearsal), state: 'unreadable' });
  return false;
}

async function turnOff(
  { db, onServers }: RehearsalPlace,
  pinned: PinnedTool,
  rehearsal: PinnedRehearsal,
): Promise<void> {
  const version = await db.transaction(async (tx) => {
    await lockTeamServers(tx, pinned.teamId);
    await switchOff(tx, pinned, rehearsal);
    return findServersVersion(tx, pinned.teamId);
  });
  onServers?.(version);
}
