/**
 * Which tools of a server are on: what a trusted server offers is compared with what was seen of it before. Nothing is
 * read or written here.
 */
import type { ChangeWeight } from './declaration-change';
import type { ServerListing, ServerTool } from './server-listing';
import { identityOf, type Pin, pinIdentityOf, type TeamServers } from './team-servers';
import type { ListedServer } from './tool-listing';

/**
 * A tool's standing: `on`; `off` by an admin's decision; or off until an admin has looked at it: it is `new`, its
 * server is another one now (`moved`), it has `changed`, or one of its companions is off (`companion`).
 */
export type ToolStanding = 'on' | 'off' | 'new' | 'moved' | 'changed' | 'companion';

/** The weight of the changes in the tool's definition since the pin; null if nothing that matters has changed. */
export type Weigh = (tool: ServerTool, pin: Pin) => ChangeWeight | null;

export interface Offer {
  tool: ServerTool;
  standing: ToolStanding;
  /** Its change is accepted without an admin, so the pin has to be updated. */
  isTaken: boolean;
}

/** The pins of a server; none if it was never seen. */
export function pinsOf(team: TeamServers, server: string): ReadonlyMap<string, Pin> {
  return team.pins.get(server) ?? new Map();
}

/** Whether the tools of a trusted server are seen for the first time, and accepted as they are. */
export function isFirstLook(team: TeamServers, { name, trusted }: ListedServer): boolean {
  return trusted && !team.looked.has(name);
}

/** Every tool of the listing, companions included, with its standing. */
export function offersOf(
  team: TeamServers,
  server: ListedServer,
  listing: ServerListing,
  weigh: Weigh,
): Offer[] {
  const pins = pinsOf(team, server.name);
  const takesAll = !server.trusted || isFirstLook(team, server);
  // Pins without a server name (older ones, or of a server that gave none) count for whatever server has this address.
  const identities = [pinIdentityOf(server), identityOf(server)];
  const offers = [...listing.tools, ...listing.companions].map((tool): Offer => {
    const pin = pins.get(tool.name);
    if (pin?.state === 'off') return { tool, standing: 'off', isTaken: false };
    if (takesAll) return { tool, standing: 'on', isTaken: false };
    if (!pin) return { tool, standing: 'new', isTaken: false };
    if (!identities.includes(pin.identity)) return { tool, standing: 'moved', isTaken: false };
    if (pin.definitionHash === tool.definitionHash) return { tool, standing: 'on', isTaken: false };
    const weight = weigh(tool, pin);
    // A companion that is stricter tells less than before.
    const isLooser = weight === 'loosened' || (tool.isCompanion && weight === 'tightened');
    return { tool, standing: isLooser ? 'changed' : 'on', isTaken: !isLooser };
  });
  return server.trusted ? withoutLonely(offers, pins) : offers;
}

/** Without the companion through which it was to be asked, a tool would show less than before, so it is off as well. */
function withoutLonely(offers: Offer[], pins: ReadonlyMap<string, Pin>): Offer[] {
  const on = new Set(offers.flatMap(({ tool, standing }) => (standing === 'on' ? [tool.name] : [])));
  const off = new Set(offers.flatMap(({ tool, standing }) => (standing === 'on' ? [] : [tool.name])));
  const isMissing = (name?: string) =>
    name !== undefined && (off.has(name) || (pins.has(name) && !on.has(name)));
  return offers.map((offer) => {
    const { preview, lookup, risk } = offer.tool.companions;
    const { undo, record } = offer.tool;
    const isLonely = [preview, lookup, risk, undo?.tool, record?.tool].some(isMissing);
    return isLonely && offer.standing === 'on' ? { ...offer, standing: 'companion' } : offer;
  });
}

/** Whether it waits for an admin to look at it. */
export function waitsForLook(standing: ToolStanding): boolean {
  return standing === 'new' || standing === 'moved' || standing === 'changed';
}

/** The listing without tools that are off, and a sentence about those that wait for an admin. */
export function withoutOff(listing: ServerListing, offers: readonly Offer[]): ServerListing {
  const on = new Set(offers.flatMap(({ tool, standing }) => (standing === 'on' ? [tool] : [])));
  const waiting = offers.filter(({ standing }) => standing !== 'on' && standing !== 'off').length;
  if (on.size === offers.length) return listing;
  return {
    ...listing,
    tools: listing.tools.filter((tool) => on.has(tool)),
    companions: listing.companions.filter((tool) => on.has(tool)),
    problems: waiting === 0 ? listing.problems : [waitingWords(waiting), ...listing.problems],
  };
}

function waitingWords(count: number): string {
  const subject = count === 1 ? '1 tool is' : `${count} tools are`;
  return `${subject} off until an admin has looked at what changed (Servers, in the account menu).`;
}
