import { expect, it, vi } from 'vitest';

/** Later than the default limit of both. */
const soon = () => {
  const at = performance.now() + 1_500;
  return () => performance.now() > at;
};

it('waits longer than a second where a test names no limit', async () => {
  const [one, other, third] = [soon(), soon(), soon()];
  await Promise.all([
    vi.waitFor(() => expect(one()).toBe(true)),
    vi.waitUntil(other, { interval: 10 }),
    expect.poll(third).toBe(true),
  ]);
});

it('waits no longer than a test says', async () => {
  await expect(vi.waitFor(() => expect(1).toBe(2), 20)).rejects.toThrow('expected 1 to be 2');
  await expect(vi.waitUntil(() => false, { timeout: 20 })).rejects.toThrow('Timed out');
});
