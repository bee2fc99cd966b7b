import { describe, expect, it } from 'vitest';
import { sampleUnknownCall } from '../testing/sample-unknown-call';
import { resolutionWords, timesWords } from './unknown-call-words';

describe('what is said of a call in doubt', () => {
  it('how often it was sent', () => {
    expect([0, 1, 2, 3].map(timesWords)).toEqual(['once', 'once', 'the second time', 'the last of 3 times']);
  });

  it('who said what', () => {
    const resolvedBy = { id: 'u1', name: 'Noor' };
    const said = (resolution: 'happened' | 'rerun' | 'left', viewer: string) =>
      resolutionWords(sampleUnknownCall({ resolution, resolvedBy }), viewer);
    expect(said('happened', 'u1')).toBe('You said that it happened');
    expect(said('rerun', 'u2')).toBe('Noor said that it did not happen, and had it run');
    expect(said('left', 'u2')).toBe('Noor left it unresolved');
    expect(resolutionWords(sampleUnknownCall({ resolution: 'left' }), 'u1')).toBe(
      'Somebody left it unresolved',
    );
  });
});
