/** Asks the person's servers for resources and prompts. Each request is aborted when another replaces it. */
import { fetchOk } from '@/components/api/api';
import type {
  AttachedResource,
  FilledPrompt,
  Offer,
  OfferedPrompt,
  OfferedResource,
  OfferedTemplate,
  OfferList,
} from '@/lib/offerings/offering-view';

export type Values = Readonly<Record<string, string>>;

export async function findOffers(
  kind: 'resources' | 'prompts',
  query: string,
  signal: AbortSignal,
): Promise<OfferList> {
  const path = `/api/offers?${new URLSearchParams({ kind, q: query })}`;
  return (await fetchOk(globalThis.fetch, path, { signal })).json() as Promise<OfferList>;
}

export function attachOffer(
  offer: OfferedResource | OfferedTemplate,
  values: Values,
  signal: AbortSignal,
): Promise<AttachedResource> {
  const { server } = offer;
  const what = offer.kind === 'resource' ? { uri: offer.uri } : { template: offer.template, values };
  return post('/api/offers', { server, ...what }, signal);
}

export function fillPrompt({ server, name }: OfferedPrompt, values: Values, signal: AbortSignal) {
  return post<FilledPrompt>('/api/offers/prompt', { server, name, values }, signal);
}

/** The server's suggestions; none if it cannot make any. */
export async function proposals(
  offer: Offer,
  field: string,
  value: string,
  others: Values,
  signal: AbortSignal,
): Promise<string[]> {
  if (offer.kind === 'resource') return [];
  const of = offer.kind === 'prompt' ? { prompt: offer.name } : { template: offer.template };
  const body = { server: offer.server, of, field, value, others };
  const { values } = await post<{ values: string[] }>('/api/offers/complete', body, signal);
  return values;
}

async function post<Answer>(path: string, body: object, signal: AbortSignal): Promise<Answer> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  };
  return (await fetchOk(globalThis.fetch, path, init)).json() as Promise<Answer>;
}
