/** What a client has said that it can put before its person. Pure. */
import { CLIENT_CAPABILITIES_META_KEY } from '@modelcontextprotocol/server';

export interface ClientCan {
  /** Show a form, and bring back what was filled in. */
  forms: boolean;
  /** Open an address, after asking. */
  urls: boolean;
}

export const NOTHING: ClientCan = { forms: false, urls: false };

/** By its capabilities; saying nothing more than that it asks people means forms. */
export function canBy(capabilities: unknown): ClientCan {
  const { elicitation } = Object(capabilities) as { elicitation?: unknown };
  if (typeof elicitation !== 'object' || elicitation === null) return NOTHING;
  const { form, url } = elicitation as { form?: unknown; url?: unknown };
  const [forms, urls] = [form, url].map((one) => typeof one === 'object' && one !== null);
  return { forms: forms === true || url === undefined, urls: urls === true };
}

/** In the body of a request: from 2026-07-28 on each says it, before only the one that begins. */
export function canIn(body: unknown): ClientCan {
  const params = Object(Reflect.get(Object(body), 'params'));
  return canBy(Object(params._meta)[CLIENT_CAPABILITIES_META_KEY] ?? params.capabilities);
}
