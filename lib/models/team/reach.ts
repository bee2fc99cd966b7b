import 'server-only';
/**
 * How a model is reached whose address an admin of a team has given: like any address from outside, only at public
 * addresses. On this machine, only what `npm start` itself has found there.
 */
import type { Env } from '@/lib/env';
import { ExchangeError } from '@/lib/tools/connection-error';
import { isClosedHost, isOpen } from '@/lib/transport/addresses';
import type { Fetch } from '@/lib/transport/http-transport';
import { webFetch } from '@/lib/transport/web-fetch';
import { once } from '@/lib/values/once';
import { foundModel } from './found-model';

/** Whether private addresses are allowed, for tests and development; and what `npm start` found. */
export type ReachSettings = Pick<Env, 'privateServers' | 'foundModel'>;

const NOT_OPEN = 'The model has an address that is not on the open internet. It was not asked.';

/** Shared, since each keeps its own connections. */
const shared = once('model-reach', () => ({ anywhere: webFetch(), open: webFetch({ allows: isOpen }) }));

/** @param baseUrl null: OpenAI itself */
export function reachOf(baseUrl: string | null, settings: ReachSettings): Fetch {
  const fetch = isFree(baseUrl, settings) ? shared.anywhere : shared.open;
  return async (url, init) => {
    try {
      return await fetch(url, init);
    } catch (error) {
      // The original message is about a server, and lacks a subject.
      if (error instanceof ExchangeError && error.message.includes('open internet'))
        throw new Error(NOT_OPEN);
      throw error;
    }
  };
}

/** Why this address cannot be that of a team's model; undefined if it can. Names are resolved only when it is used. */
export function complaintAbout(baseUrl: string, settings: ReachSettings): string | undefined {
  const url = URL.parse(baseUrl);
  const isUsable = url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  if (!isUsable || url.hash !== '' || url.search !== '')
    return 'Address: it must begin with https:// and hold no user, no password and nothing behind a question mark.';
  if (isFree(baseUrl, settings)) return undefined;
  if (isClosedHost(url.hostname))
    return `Address: ${url.hostname} is not on the open internet, and only what is there can be connected here. The operator can name others in OPENAI_BASE_URL or AMBER_MODELS.`;
  if (url.protocol !== 'https:')
    return 'Address: it must begin with https://, so that nobody on the way reads the key.';
  return undefined;
}

function isFree(baseUrl: string | null, settings: ReachSettings): boolean {
  return settings.privateServers || (baseUrl !== null && baseUrl === foundModel(settings)?.baseUrl);
}
