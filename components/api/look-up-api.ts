/** Looks up the record that a result names. Each throws `ApiError`. */
import type { LookUpTool } from '@/lib/runs/orders/look-up-view';
import { type Fetch, request } from './api';

interface LookedUp {
  server: string;
  argument: string;
}

const pathOf = (chatId: string) => `/api/chat/${encodeURIComponent(chatId)}/look-up`;

export async function lookUpTools(chatId: string, of: LookedUp, call?: Fetch): Promise<LookUpTool[]> {
  const { server, argument } = of;
  const query = new URLSearchParams({ server, argument });
  return (await request<{ tools: LookUpTool[] }>('GET', `${pathOf(chatId)}?${query}`, undefined, call)).tools;
}

/** The answer is added at the end of the chat. */
export async function orderLookUp(
  chatId: string,
  order: LookedUp & { tool: string; value: string },
  call?: Fetch,
): Promise<void> {
  await request('POST', pathOf(chatId), order, call);
}
