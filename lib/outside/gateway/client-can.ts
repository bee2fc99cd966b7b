/** What a client says it can put before its person. Pure. */
import { CLIENT_CAPABILITIES_META_KEY } from '@modelcontextprotocol/server';

export interface ClientCan {
  /** Show a form, and return what was filled in. */
  forms: boolean;
  /** Open an address, after asking the person. */
  urls: boolean;
}

export const NOTHING: ClientCan = { forms: false, urls: false };

/** From its capabilities; saying only that it supports elicitation means forms. */
export function canBy(capabilities: unknown): ClientCan {
  const { elicitation } = Object(capabilities) as { elicitation?: unknown };
  if (typeof elicitation !== 'object' || elicitation === null) return NOTHING;
  const { form, url } = elicitation as { form?: unknown; url?: unknown };
  const [forms, urls] = [form, url].map((one) => typeof one === 'object' && one !== null);
  return { forms: forms === true || url === undefined, urls: urls === true };
}

/** From a request's body: from 2026-07-28 on every request says it, before only the first. */
export function canIn(body: unknown): ClientCan {
  const params = Object(Reflect.get(Object(body), 'params'));
  return canBy(Object(params._meta)[CLIENT_CAPABILITIES_META_KEY] ?? params.capabilities);
}
