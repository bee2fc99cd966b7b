/**
 * The call whose result an answer's table was taken from: the last one before it, in the same answer, that has a
 * result.
 */

const CALL = '[data-testid="tool-call"][data-status="success"]';
/** These only display another call's result. */
const SHOWING = ['show_chart', 'show_table'];

/** Space above the row that was scrolled to, in pixels. */
const GAP = 12;

export function callBefore(table: Element): HTMLElement | null {
  const answer = table.closest('[data-message]');
  const calls = [...(answer?.querySelectorAll<HTMLElement>(CALL) ?? [])];
  const before = calls.filter((call) => {
    const isBefore = (call.compareDocumentPosition(table) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    return isBefore && !SHOWING.includes(call.dataset.tool ?? '');
  });
  return before.at(-1) ?? null;
}

/** Opens its row, and moves there with scroll and focus. */
export function openResult(call: HTMLElement): void {
  const row = call.querySelector<HTMLElement>('button[aria-expanded]');
  if (row?.getAttribute('aria-expanded') === 'false') row.click();
  row?.focus({ preventScroll: true });
  const place = scrolling(call);
  const above = call.getBoundingClientRect().top - (place?.getBoundingClientRect().top ?? 0);
  place?.scrollBy({ top: above - GAP });
}

/** The element that scrolls the answers: the page around it stays. */
function scrolling(call: HTMLElement): HTMLElement | null {
  let at = call.parentElement;
  while (at && !/auto|scroll/.test(getComputedStyle(at).overflowY)) at = at.parentElement;
  return at;
}
