/** The call whose result an answer's table was taken from: the last before it, in the same answer, that has one. */

const CALL = '[data-testid="tool-call"][data-status="success"]';
/** These only show what another has answered. */
const SHOWING = ['show_chart', 'show_table'];

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
  call.scrollIntoView({ block: 'start' });
}
