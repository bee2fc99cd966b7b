/** The view of the inbox, as the address stores it and as the server is asked for it. */

export const FILTERS = ['tool', 'person', 'server'] as const;
export type Filter = (typeof FILTERS)[number];

export interface InboxSearch extends Partial<Record<Filter, string>> {
  tab: 'waiting' | 'decided';
}

/** Parsed from the address; unknown values are dropped. */
export function searchOf(address: Record<string, string | string[] | undefined>): InboxSearch {
  const search: InboxSearch = { tab: address.tab === 'decided' ? 'decided' : 'waiting' };
  for (const filter of FILTERS) {
    const value = address[filter];
    if (typeof value === 'string' && value !== '' && value.length <= 200) search[filter] = value;
  }
  return search;
}

/** The same from a path with its query; null for another page. */
export function searchAt(path: string): InboxSearch | null {
  const [page, query = ''] = path.split('?');
  return page === '/approvals' ? searchOf(Object.fromEntries(new URLSearchParams(query))) : null;
}

/** The page with how often people are asked. */
export const ATTENTION = '/approvals/attention';

/** The address of the list that is shown. */
export function addressOf({ tab, ...chosen }: InboxSearch): string {
  const query = new URLSearchParams(tab === 'decided' ? { tab } : {});
  for (const filter of FILTERS) if (chosen[filter]) query.set(filter, chosen[filter]);
  const said = query.toString();
  return said === '' ? '/approvals' : `/approvals?${said}`;
}

/** The server's query parameters; the same names as in `app/api/approvals`. */
export function wantedOf({ tab, ...chosen }: InboxSearch) {
  return tab === 'decided'
    ? ({ ...chosen, status: 'decided', order: 'decided' } as const)
    : ({ ...chosen, status: 'pending', order: 'oldest' } as const);
}

export function queryOf(search: InboxSearch, page: { limit?: number; cursor?: string }): string {
  const query = new URLSearchParams({ context: '1', ...wantedOf(search) });
  if (page.limit) query.set('limit', String(page.limit));
  if (page.cursor) query.set('cursor', page.cursor);
  return query.toString();
}

export const isNarrowed = (search: InboxSearch) => FILTERS.some((filter) => search[filter] !== undefined);
