import { describe, expect, it } from 'vitest';
import { sampleApproval } from '@/components/tool-call/testing/sample-approval';
import { sampleUnknownCall } from '@/components/tool-call/testing/sample-unknown-call';
import type { AmberMessage } from '@/lib/runs/chat-view';
import { ownMessage } from './attached/own-message';
import { endWords, failureOf, hasOpenCard, lastOpenCard, waitsFor, withTail } from './messages';
import { waitingMessage } from './testing/chat-server';

const asked = ownMessage({ id: 'u', text: 'Delete it' });
const answer: AmberMessage = { id: 'a', role: 'assistant', parts: [{ type: 'text', text: 'Done.' }] };

describe('hasOpenCard', () => {
  it('sees a card only in the last message', () => {
    expect(hasOpenCard([asked, waitingMessage('w')])).toBe(true);
    expect(hasOpenCard([asked, waitingMessage('w'), ownMessage({ id: 'n', text: 'Never mind' })])).toBe(
      false,
    );
    expect(hasOpenCard([asked, answer])).toBe(false);
    expect(hasOpenCard([])).toBe(false);
  });

  it('sees none that has expired, though its call has not been told yet', () => {
    const waiting = waitingMessage('w');
    const call = waiting.parts.find((part) => part.type === 'dynamic-tool');
    const card = (status: 'pending' | 'expired') => {
      const data = sampleApproval({ toolCallId: call?.toolCallId ?? '', status });
      return { ...waiting, parts: [...waiting.parts, { type: 'data-approval' as const, id: 'c', data }] };
    };
    expect(hasOpenCard([asked, card('pending')])).toBe(true);
    expect(hasOpenCard([asked, card('expired')])).toBe(false);
    expect(waitsFor([asked, card('expired')])).toBeNull();
  });
});

it('finds the card that waits for longest, in the last message alone', () => {
  const card = (id: string, expiresAt: string, status: 'pending' | 'cancelled' = 'pending') =>
    ({ type: 'data-approval', id, data: sampleApproval({ id, expiresAt, status }) }) as const;
  const parts = [
    card('a', '2026-11-22T10:00:00.000Z'),
    card('b', '2026-11-23T10:00:00.000Z'),
    card('c', '2026-11-24T10:00:00.000Z', 'cancelled'),
  ];
  expect(lastOpenCard([asked, { ...answer, parts }])?.id).toBe('b');
  expect(lastOpenCard([{ ...answer, parts }, asked])).toBeUndefined();
});

describe('waitsFor', () => {
  it('tells a card from a call in doubt, until somebody has said what became of it', () => {
    const unknownCall = (resolution: 'left' | null): AmberMessage['parts'] => [
      { type: 'data-doubt', id: 'call-1', data: sampleUnknownCall({ resolution }) },
    ];
    expect(waitsFor([asked, { ...answer, parts: unknownCall(null) }])).toBe('unknown');
    expect(waitsFor([asked, { ...answer, parts: unknownCall('left') }])).toBeNull();
    expect(waitsFor([asked, { ...answer, parts: unknownCall(null) }, asked])).toBeNull();
    const held = { until: '2026-11-22T10:00:00.000Z', mayTakeBack: true };
    const data = sampleApproval({ status: 'confirmed', held });
    expect(waitsFor([asked, { ...answer, parts: [{ type: 'data-approval', id: 'a', data }] }])).toBe('held');
    const waiting = waitingMessage('w');
    expect(waitsFor([asked, { ...waiting, parts: [...waiting.parts, ...unknownCall(null)] }])).toBe('card');
  });
});

describe('withTail', () => {
  it('keeps an answer that is being streamed and not stored yet', () => {
    expect(withTail([asked], [asked, answer])).toEqual([asked, answer]);
  });

  it('takes the stored form of what is stored', () => {
    const stored: AmberMessage = { ...answer, parts: [{ type: 'text', text: 'Done, and stored.' }] };
    expect(withTail([asked, stored], [asked, answer])).toEqual([asked, stored]);
  });

  it('takes all that is stored when the page knows nothing of it', () => {
    expect(withTail([asked, answer], [ownMessage({ id: 'other', text: 'Hello' })])).toEqual([asked, answer]);
    expect(withTail([], [asked])).toEqual([]);
  });

  it('keeps no answer of a version that was left', () => {
    expect(withTail([asked], [asked, answer], 'another')).toEqual([asked]);
    expect(withTail([asked], [asked, answer], answer.id)).toEqual([asked, answer]);
  });
});

describe('failureOf', () => {
  it('finds why the last turn ended without an answer', () => {
    const error = { message: 'The model is away.', retryable: true };
    const failed: AmberMessage = {
      ...answer,
      parts: [...answer.parts, { type: 'data-run-error', data: error }],
    };
    expect(failureOf([asked, failed])).toEqual(error);
    expect(failureOf([asked, failed, asked])).toBeNull();
    expect(failureOf([asked, answer])).toBeNull();
  });
});

describe('endWords', () => {
  const ending = (part: AmberMessage['parts'][number]): AmberMessage => ({
    ...answer,
    parts: [...answer.parts, part],
  });

  it('calls an answer complete only when it is', () => {
    expect(endWords([asked, answer], 'idle')).toBe('The answer is complete');
    const stopped = ending({ type: 'data-notice', data: { text: 'Stopped.' } });
    expect(endWords([asked, stopped], 'idle')).toBe('Stopped.');
    const failed = ending({ type: 'data-run-error', data: { message: 'Away.', retryable: true } });
    expect(endWords([asked, failed], 'idle')).toBe('The answer failed');
    expect(endWords([asked, answer], 'failed')).toBe('The answer failed');
    expect(endWords([asked], 'idle')).toBe('There is no answer');
  });
});
