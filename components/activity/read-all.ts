/** Reads everything that matches the filters, up to what a file made in the browser can hold. */
import { request } from '@/components/api/api';
import type { ReceiptPage } from '@/lib/receipts/receipt-view';
import { type Filters, searchOf } from './use-receipts';

/** The most receipts; a company that needs more at once has the export with proofs. */
export const MOST_READ = 20_000;
const AT_ONCE = 500;

/**
 * @param onRead called with how many there are so far
 * @returns `isCut`: there are older ones
 */
export async function readAll(
  filters: Filters,
  onRead: (count: number) => void,
): Promise<Pick<ReceiptPage, 'receipts' | 'others'> & { isCut: boolean }> {
  const receipts: ReceiptPage['receipts'] = [];
  const others: ReceiptPage['others'] = [];
  for (let before: number | null | undefined; before !== null; ) {
    if (receipts.length >= MOST_READ) return { receipts, others, isCut: true };
    const page = { limit: `${AT_ONCE}`, ...(before !== undefined && { before: `${before}` }) };
    const found = await request<ReceiptPage>('GET', `/api/activity?${searchOf(filters, page)}`);
    receipts.push(...found.receipts);
    others.push(...found.others);
    onRead(receipts.length);
    before = found.next;
  }
  return { receipts, others, isCut: false };
}
