/** A stop requested by another process. */
import { expect, it } from 'vitest';
import { closeLive, openLive } from './follow/live';
import { notifier } from './follow/notifications';
import { STOPPED, stopOnRequest } from './stop';

it('ends the run that is meant and no other', () => {
  stopOnRequest();
  const [meant, other] = [openLive('chat one', 'run one'), openLive('chat two', 'run two')];
  notifier.send({ kind: 'stop', runId: 'run one' });
  expect(meant.abort.signal.reason).toMatchObject({ message: STOPPED });
  expect(other.abort.signal.aborted).toBe(false);
  for (const live of [meant, other]) closeLive(live);
});

it('said again, or late, it ends nothing that was let go on since', () => {
  stopOnRequest();
  const stopped = (fence: number) => {
    const live = openLive('chat one', 'run one', fence);
    const call = live.stopOf('c1');
    notifier.send({ kind: 'stop', runId: 'run one', fence: 1 });
    notifier.send({ kind: 'stop', runId: 'run one', toolCallId: 'c1', fence: 1 });
    closeLive(live);
    return [live.abort.signal.aborted, call.aborted];
  };
  expect(stopped(1)).toEqual([true, true]);
  expect(stopped(2)).toEqual([false, false]);
});
