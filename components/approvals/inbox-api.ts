/** The inbox's requests to the server. Each throws `ApiError`; `call` is `fetch` unless a test passes its own. */
import { type Fetch, request } from '@/components/api/api';
import type { ApprovalInContext, InboxPage } from '@/lib/inbox/inbox-view';
import { type InboxSearch, queryOf } from './inbox-search';

/** One page; `cursor` is the `next` of the previous page. */
export function loadInbox(
  search: InboxSearch,
  page: { limit?: number; cursor?: string },
  call?: Fetch,
): Promise<InboxPage> {
  return request('GET', `/api/approvals?${queryOf(search, page)}`, undefined, call);
}

/** Null: it cannot be seen, or no longer. */
export async function loadApproval(id: string, call?: Fetch): Promise<ApprovalInContext | null> {
  const path = `/api/approvals?${new URLSearchParams({ context: '1', id })}`;
  const { approvals } = await request<InboxPage>('GET', path, undefined, call);
  return approvals[0] ?? null;
}
