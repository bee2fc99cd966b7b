import { describe, expect, it } from 'vitest';
import type { CallRecord } from '@/lib/runs/chat-view';
import { type ApprovalState, callStatus, statusWord, type ToolPart } from './call-status';

function part(state: ToolPart['state'], more: object = {}): ToolPart {
  return { type: 'dynamic-tool', toolName: 'x', toolCallId: 'c', state, input: {}, ...more } as ToolPart;
}

const call = (outcome?: CallRecord['outcome']): CallRecord => ({ toolCallId: 'c', startedAt: '', outcome });
const approval = (status: ApprovalState['status']): ApprovalState => ({ status, mayDecide: true });
const asked = part('approval-requested', { approval: { id: 'a' } });
const approved = part('approval-responded', { approval: { id: 'a', approved: true } });

describe('the state of a call', () => {
  it.each([
    ['being written', { part: part('input-streaming') }, 'pending'],
    ['written', { part: part('input-available') }, 'pending'],
    ['started', { part: part('input-available'), call: call() }, 'executing'],
    ['over, its answer on the way', { part: part('input-available'), call: call('success') }, 'success'],
    ['held behind a card', { part: asked }, 'pending'],
    ['asked for', { part: asked, approval: approval('pending') }, 'permission_required'],
    ['confirmed', { part: asked, approval: approval('confirmed') }, 'executing'],
    ['cancelled, not yet stored', { part: asked, approval: approval('cancelled') }, 'abort'],
    ['confirmed and stored', { part: approved, approval: approval('confirmed') }, 'executing'],
    ['released, waiting for its turn', { part: approved }, 'pending'],
    ['cancelled', { part: part('approval-responded', { approval: { id: 'a', approved: false } }) }, 'abort'],
    ['denied', { part: part('output-denied') }, 'abort'],
    ['answered', { part: part('output-available', { output: {} }), call: call('success') }, 'success'],
    ['answered with an error', { part: part('output-available', { output: { isError: true } }) }, 'error'],
    ['failed', { part: part('output-error', { errorText: 'no' }), call: call('error') }, 'error'],
    ['stopped in flight', { part: part('output-error', { errorText: 'no' }), call: call('abort') }, 'abort'],
    ['not known', { part: part('output-error', { errorText: '?' }), call: call('unknown') }, 'unknown'],
    [
      'found to have happened',
      { part: part('output-available', { output: {} }), call: call('unknown') },
      'success',
    ],
    [
      'had run anew, not yet begun',
      { part: part('input-available'), call: call('unknown'), resolution: 'rerun' as const },
      'executing',
    ],
    [
      'left as it is',
      { part: part('output-error', { errorText: '?' }), call: call('unknown'), resolution: 'left' as const },
      'unknown',
    ],
    ['expired', { part: part('output-error', { errorText: 'no' }), approval: approval('expired') }, 'abort'],
  ])('%s', (_, facts, status) => {
    expect(callStatus(facts)).toBe(status);
  });

  it('says for whom it waits, and how it ended', () => {
    expect(statusWord('permission_required', { status: 'pending', mayDecide: true })).toBe('Waits for you');
    expect(statusWord('permission_required', { status: 'pending', mayDecide: false })).toBe(
      'Waits for an admin',
    );
    expect(statusWord('abort', approval('expired'))).toBe('Expired');
    expect(statusWord('abort', approval('confirmed'))).toBe('Stopped');
    expect(statusWord('abort')).toBe('Stopped');
    expect(statusWord('pending')).toBe('Queued');
    expect(statusWord('pending', undefined, true)).toBe('Seeing what it would do');
  });
});
