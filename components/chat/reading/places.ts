/** Positions in the scrolling element, in pixels from the beginning of its content. */

/** The distance from the edge of whatever is scrolled to the top. */
const GAP = 12;
/** The smallest share of the height for an answer beside its question. */
const ANSWER_HAS = 0.45;

export const CARD = '[data-waits]';
export const QUEUE = '[data-queue]';
export const MESSAGE = '[data-message]';

/** The distance of an element from the beginning of the content. */
function topIn(place: HTMLElement, element: Element): number {
  return element.getBoundingClientRect().top - place.getBoundingClientRect().top + place.scrollTop;
}

export function messageIn(place: HTMLElement, id: string): HTMLElement | null {
  return place.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`);
}

/** The first element in the last message that waits for a person. */
export function waitingIn(place: HTMLElement): HTMLElement | null {
  return [...place.querySelectorAll(MESSAGE)].at(-1)?.querySelector<HTMLElement>(CARD) ?? null;
}

/** The scroll position that puts an element at the top. */
export function toTop(place: HTMLElement, element: HTMLElement): number {
  return topIn(place, element) - GAP;
}

/** The same for a question; one that is too long gives way to its answer. */
export function toQuestion(place: HTMLElement, question: HTMLElement): number {
  const answer = answerTo(question);
  const least = answer ? topIn(place, answer) - place.clientHeight * (1 - ANSWER_HAS) : 0;
  return Math.max(toTop(place, question), least);
}

/** Gives the answer enough room for its question to be at the top, however short it is. */
export function makeRoom(place: HTMLElement, content: HTMLElement, question: HTMLElement): void {
  const answer = answerTo(question);
  if (!answer) return;
  const after = Number.parseFloat(getComputedStyle(content).paddingBottom) || 0;
  const waiting = content.querySelector<HTMLElement>(QUEUE);
  const below =
    after + (waiting ? waiting.offsetHeight + Number.parseFloat(getComputedStyle(waiting).marginTop) : 0);
  const above = topIn(place, answer) - toTop(place, question);
  answer.style.minHeight = `${Math.max(place.clientHeight - above, place.clientHeight * ANSWER_HAS) - below}px`;
}

/** Removes that room, which now belongs to the next question. */
export function leaveRoom(place: HTMLElement, id: string): void {
  const question = messageIn(place, id);
  const answer = question && answerTo(question);
  if (answer) answer.style.minHeight = '';
}

function answerTo(question: HTMLElement): HTMLElement | null {
  const next = question.nextElementSibling;
  return next instanceof HTMLElement && next.matches(MESSAGE) ? next : null;
}
