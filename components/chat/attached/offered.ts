/** Attaches something from a connected server to the message: a placeholder at once, its contents when they arrive. */
import { newId, wordsOf } from '@/components/api/api';
import { say } from '@/components/words/say';
import type { AttachedResource } from '@/lib/offerings/offering-view';
import { type Change, forget, onTheirWay, refusal, roomBeside } from './attach';
import { type ChosenFile, ready } from './chosen-file';

export type Offered = Pick<ChosenFile, 'name'> & { from: string };
/** Aborted if the person removes it meanwhile. */
export type Load = (signal: AbortSignal) => Promise<AttachedResource>;

/** @param there what is attached to the message already */
export async function takeOffered(
  { name, from }: Offered,
  load: Load,
  there: readonly ChosenFile[],
  change: Change,
): Promise<void> {
  const room = roomBeside(there);
  const place: ChosenFile = { key: newId(), name, size: 0, from, ...refusal(0, room > 0) };
  change((all) => [...all, place]);
  if (place.refused !== undefined) return;
  const abort = new AbortController();
  onTheirWay.set(place.key, abort);
  const become = (instead: ChosenFile[]) =>
    change((all) => all.flatMap((one) => (one.key === place.key ? instead : [one])));
  try {
    const { attachments, left } = await load(abort.signal);
    const taken = abort.signal.aborted ? [] : attachments.slice(0, room);
    const others = attachments.slice(taken.length);
    for (const { id } of others) forget(id);
    const count = left + others.length;
    const note = count > 0 ? [{ ...place, refused: say('offers.left', { count }) }] : [];
    become([...taken.map(ready), ...note]);
  } catch (error) {
    if (!abort.signal.aborted) become([{ ...place, refused: wordsOf(error) }]);
  } finally {
    onTheirWay.delete(place.key);
  }
}
