/**
 * What the caller's servers offer besides tools, asked for at this moment: nothing is cached, so that nothing from one
 * person's sign-in can reach another. A slow or broken server is named, and does not affect the others.
 */
import type { AskableServer } from '@/lib/servers/askable-server';
import { isConnectionError, isForPerson } from '@/lib/tools/connection-error';
import { promptOf, resourceOf, templateOf } from './clean-offer';
import { type ListWanted, listPages } from './list-pages';
import { fits, type Offer, type OfferList } from './offering-view';
import type { May } from './own-rules';

/** Per server, in milliseconds, since somebody is waiting for the list. */
const PATIENCE_MS = 6_000;
/** Returned at once. */
const MOST_GIVEN = 200;

const RESOURCES: ListWanted = { of: 'resources', method: 'resources/list', key: 'resources' };
const TEMPLATES: ListWanted = {
  of: 'resources',
  method: 'resources/templates/list',
  key: 'resourceTemplates',
};
const PROMPTS: ListWanted = { of: 'prompts', method: 'prompts/list', key: 'prompts' };

type Cleaned = (server: AskableServer, raw: Record<string, unknown>) => Offer | undefined;

const WANTED: Record<'resources' | 'prompts', readonly [ListWanted, Cleaned][]> = {
  resources: [
    [RESOURCES, resourceOf],
    [TEMPLATES, templateOf],
  ],
  prompts: [[PROMPTS, promptOf]],
};

export interface OffersWanted {
  kind: 'resources' | 'prompts';
  query: string;
  signal: AbortSignal;
  /** Whether it may be shown to a model at all. */
  may: May;
  /** How long to wait for each server; for tests. */
  patienceMs?: number;
}

interface FromServer {
  offers: Offer[];
  cut: boolean;
  silent: OfferList['silent'];
}

/** @throws the signal's reason */
export async function listOffers(
  servers: readonly AskableServer[],
  wanted: OffersWanted,
): Promise<OfferList> {
  const { may, query, signal } = wanted;
  const asked = servers.filter(({ name }) => may(name));
  const all = await Promise.all(asked.map((server) => fromServer(server, wanted)));
  signal.throwIfAborted();
  const fitting = all.flatMap(({ offers }) =>
    offers.filter((offer) => fits(offer, query) && may(offer.server, addressOf(offer))),
  );
  return {
    offers: fitting.slice(0, MOST_GIVEN),
    more: fitting.length > MOST_GIVEN || all.some(({ cut }) => cut),
    silent: all.flatMap(({ silent }) => silent),
  };
}

async function fromServer(server: AskableServer, wanted: OffersWanted): Promise<FromServer> {
  const late = AbortSignal.timeout(wanted.patienceMs ?? PATIENCE_MS);
  const signal = AbortSignal.any([wanted.signal, late]);
  const lists = await Promise.all(WANTED[wanted.kind].map((one) => fromList(server, one, signal)));
  const silent = lists.flatMap((list) => list.silent);
  return {
    offers: distinct(lists.flatMap(({ offers }) => offers)),
    cut: lists.some(({ cut }) => cut),
    silent: silent.slice(0, 1),
  };
}

async function fromList(
  server: AskableServer,
  [list, cleaned]: readonly [ListWanted, Cleaned],
  signal: AbortSignal,
): Promise<FromServer> {
  try {
    const { items, cut } = await listPages(server, list, signal);
    return { offers: items.flatMap((raw) => cleaned(server, raw) ?? []), cut, silent: [] };
  } catch (error) {
    const { delivery, code } = isConnectionError(error) ? error : {};
    // Many declare resources but do not know templates.
    if (delivery === 'answered' && code === undefined) return { offers: [], cut: false, silent: [] };
    const needsSignIn = isForPerson(code) && { needsSignIn: true as const };
    return { offers: [], cut: false, silent: [{ server: server.name, ...needsSignIn }] };
  }
}

function addressOf(offer: Offer): string | undefined {
  if (offer.kind === 'prompt') return undefined;
  return offer.kind === 'resource' ? offer.uri : offer.template;
}

/** The first one with each address or name. */
function distinct(offers: readonly Offer[]): Offer[] {
  const seen = new Set<string>();
  return offers.filter((offer) => {
    const key = `${offer.kind} ${offer.kind === 'prompt' ? offer.name : addressOf(offer)}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
