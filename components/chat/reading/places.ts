/** Where things stand in what scrolls, in pixels from the beginning of its content. */

/** What is brought to the top stands this far below the edge. */
const GAP = 12;
/** Of the height: what an answer has at the least beside its question. */
const ANSWER_HAS = 0.45;

export const CARD = '[data-waits]';
export const QUEUE = '[data-queue]';
export const MESSAGE = '[data-message]';

/** How far an element is from the beginning of the content. */
function topIn(place: HTMLElement, element: Element): number {
  return element.getBoundingClientRect().top - place.getBoundingClientRect().top + place.scrollTop;
}

export function messageIn(place: HTMLElement, id: string): HTMLElement | null {
  return place.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`);
}

/** The first that waits for a person in the message that stands last. */
export function waitingIn(place: HTMLElement): HTMLElement | null {
  return [...place.querySelectorAll(MESSAGE)].at(-1)?.querySelector<HTMLElement>(CARD) ?? null;
}

/** How far to scroll for an element to stand at the top. */
export function toTop(place: HTMLElement, element: HTMLElement): number {
  return topIn(place, element) - GAP;
}

/** The same for a question; one that is longer than there is room for gives way to its answer. */
export function toQuestion(place: HTMLElement, question: HTMLElement): number {
  const answer = answerTo(question);
  const least = answer ? topIn(place, answer) - place.clientHeight * (1 - ANSWER_HAS) : 0;
  return Math.max(toTop(place, question), least);
}

/** Gives the answer as much room as lets its question stand at the top, however short it is. */
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

/** Takes that room away again: the question after it has it now. */
export function leaveRoom(place: HTMLElement, id: string): void {
  const question = messageIn(place, id);
  const answer = question && answerTo(question);
  if (answer) answer.style.minHeight = '';
}

function answerTo(question: HTMLElement): HTMLElement | null {
  const next = question.nextElementSibling;
  return next instanceof HTMLElement && next.matches(MESSAGE) ? next : null;
}
