/** A stop that another process asks for. */
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
