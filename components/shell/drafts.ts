/** Text that was typed and not sent, kept per chat for as long as the tab lives: a reload loses nothing. */

const PREFIX = 'amber-draft-';

const keyOf = (personId: string, chatId: string | null) => `${PREFIX}${personId}-${chatId ?? 'new'}`;

export function readDraft(personId: string, chatId: string | null): string {
  return storage()?.getItem(keyOf(personId, chatId)) ?? '';
}

export function keepDraft(personId: string, chatId: string | null, text: string): void {
  if (text === '') storage()?.removeItem(keyOf(personId, chatId));
  else storage()?.setItem(keyOf(personId, chatId), text);
}

/** A draft for a new chat is moved to the chat that it became, and the next new chat begins empty. */
export function keepDraftAs(personId: string, from: string | null, to: string | null, text: string): void {
  if (from !== to) keepDraft(personId, from, '');
  keepDraft(personId, to, text);
}

/** Adds a message that was taken back to the stored draft, for a chat that the person has left meanwhile. */
export function returnToDraft(personId: string, chatId: string | null, text: string): void {
  keepDraft(personId, chatId, putBefore(text, readDraft(personId, chatId)));
}

/** The returned text goes before what has been typed since. */
export function putBefore(text: string, typed: string): string {
  return typed.trim() === '' ? text : `${text}\n${typed}`;
}

export function forgetDrafts(): void {
  const store = storage();
  if (!store) return;
  for (const key of Object.keys(store)) if (key.startsWith(PREFIX)) store.removeItem(key);
}

/** Null on the server, and where the browser forbids it. */
function storage(): Storage | null {
  try {
    return typeof window === 'undefined' ? null : window.sessionStorage;
  } catch {
    return null;
  }
}
