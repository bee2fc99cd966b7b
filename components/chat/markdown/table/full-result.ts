/** The call whose result an answer's table was taken from: the last before it, in the same answer, that has one. */

const CALL = '[data-testid="tool-call"][data-status="success"]';
/** These only show what another has answered. */
const SHOWING = ['show_chart', 'show_table'];

/** Above the row that was gone to, in pixels. */
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

/** Opens its row, and goes there: the keyboard too. */
export function openResult(call: HTMLElement): void {
  const row = call.querySelector<HTMLElement>('button[aria-expanded]');
  if (row?.getAttribute('aria-expanded') === 'false') row.click();
  row?.focus({ preventScroll: true });
  const place = scrolling(call);
  const above = call.getBoundingClientRect().top - (place?.getBoundingClientRect().top ?? 0);
  place?.scrollBy({ top: above - GAP });
}

/** What scrolls the answers, and it alone: the page around it stays where it is. */
function scrolling(call: HTMLElement): HTMLElement | null {
  let at = call.parentElement;
  while (at && !/auto|scroll/.test(getComputedStyle(at).overflowY)) at = at.parentElement;
  return at;
}
