import { describe, expect, it } from 'vitest';
import type { AmberMessage, CallMetadata } from '@/lib/runs/chat-view';
import { READ_ONLY, type Risk } from '@/mcp/annotations';
import { blocksOf, endsLeftOut } from './call-view';
import { sampleApproval } from './testing/sample-approval';
import { sampleUnknownCall } from './testing/sample-unknown-call';

type Part = AmberMessage['parts'][number];

const STEP: Part = { type: 'step-start' };

function tool(id: string, state = 'output-available', risk: Risk = 'read-only'): Part {
  const metadata: CallMetadata = {
    server: 'amber',
    tool: id,
    title: id,
    trusted: true,
    risk,
    annotations: READ_ONLY,
  };
  return {
    type: 'dynamic-tool',
    toolName: id,
    toolCallId: id,
    toolMetadata: { ...metadata },
    state,
    input: {},
    output: {},
  } as Part;
}

/** Ran from `start` for `durationMs`; without it, it is still running. */
function ran(id: string, start: number, durationMs?: number): Part {
  const startedAt = new Date(Date.UTC(2026, 10, 20) + start).toISOString();
  return { type: 'data-call', id, data: { toolCallId: id, startedAt, durationMs } };
}

function groupsOf(parts: Part[]): string[][] {
  return blocksOf(parts).flatMap((block) =>
    block.kind === 'calls' ? block.groups.map((group) => group.map(({ part }) => part.toolCallId)) : [],
  );
}

describe('calls that ran together', () => {
  it('are neighbouring reads whose times overlap', () => {
    const parts = [
      STEP,
      tool('a'),
      tool('b'),
      tool('c'),
      ran('a', 0, 100),
      ran('b', 50, 100),
      ran('c', 200, 10),
    ];
    expect(groupsOf(parts)).toEqual([['a', 'b'], ['c']]);
  });

  it('are never of two steps, and never writes', () => {
    const overlapping = [ran('a', 0, 100), ran('b', 0, 100)];
    expect(groupsOf([STEP, tool('a'), STEP, tool('b'), ...overlapping])).toEqual([['a'], ['b']]);
    expect(groupsOf([STEP, tool('a'), tool('b', 'output-available', 'write'), ...overlapping])).toEqual([
      ['a'],
      ['b'],
    ]);
  });

  it('are bracketed before they begin, so that nothing moves when they do', () => {
    const waiting = [STEP, tool('a', 'input-available'), tool('b', 'input-streaming')];
    expect(groupsOf(waiting)).toEqual([['a', 'b']]);
    expect(groupsOf([...waiting, ran('a', 0)])).toEqual([['a', 'b']]);
    expect(groupsOf([...waiting, ran('a', 0), ran('b', 5)])).toEqual([['a', 'b']]);
  });

  it('are not what asks', () => {
    const approval: Part = { type: 'data-approval', id: 'a', data: sampleApproval({ toolCallId: 'a' }) };
    expect(groupsOf([tool('a', 'approval-requested'), tool('b', 'input-available'), approval])).toEqual([
      ['a'],
      ['b'],
    ]);
  });
});

describe('the blocks of a message', () => {
  it('stand in the order of its parts, with each call’s facts beside it', () => {
    const blocks = blocksOf([
      STEP,
      { type: 'text', text: 'First.' },
      tool('a'),
      ran('a', 0, 10),
      { type: 'text', text: ' ' },
      { type: 'reasoning', text: 'hm' },
      { type: 'data-notice', data: { text: 'Stopped.' } },
      { type: 'data-run-error', data: { message: 'No.', retryable: true } },
    ]);
    expect(blocks.map((block) => block.kind)).toEqual(['text', 'calls', 'notice', 'error']);
    expect(blocks[1]).toMatchObject({ groups: [[{ call: { durationMs: 10 } }]] });
  });

  it('say of a call what it was found to be, and that one which is only tried out has not begun', () => {
    const startedAt = new Date().toISOString();
    const record = (toolCallId: string, more: object): Part => {
      return { type: 'data-call', id: toolCallId, data: { toolCallId, startedAt, ...more } };
    };
    const found = { risk: 'read-only' as const, annotations: READ_ONLY };
    const parts = [STEP, tool('a', 'output-available', 'destructive'), record('a', { found, durationMs: 1 })];
    parts.push(tool('b', 'input-available', 'destructive'), record('b', { rehearsing: true }));
    const calls = blocksOf(parts).flatMap((block) => (block.kind === 'calls' ? block.groups.flat() : []));
    expect(calls[0]).toMatchObject({ metadata: found, call: { durationMs: 1 } });
    expect(calls[1]).toMatchObject({ metadata: { risk: 'destructive' }, rehearsing: true });
    expect(calls[1]?.call).toBeUndefined();
  });

  it('assume the worst of a tool the app says nothing about', () => {
    const bare = {
      type: 'dynamic-tool',
      toolName: 'constructor',
      toolCallId: '__proto__',
      state: 'input-available',
      input: {},
    } as Part;
    expect(blocksOf([bare])).toMatchObject([
      {
        groups: [
          [
            {
              metadata: { tool: 'constructor', trusted: false, risk: 'destructive', server: '' },
              call: undefined,
            },
          ],
        ],
      },
    ]);
  });
});

describe('a call in doubt', () => {
  it('carries what is known of it', () => {
    const unknownCall = sampleUnknownCall({ toolCallId: 'a' });
    const parts: Part[] = [
      STEP,
      tool('a', 'output-error'),
      { type: 'data-doubt', id: 'a', data: unknownCall },
    ];
    const [block] = blocksOf(parts);
    expect(block?.kind === 'calls' && block.groups[0]?.[0]?.unknownCall).toEqual(unknownCall);
  });
});

describe('housekeeping', () => {
  const silent = (state: string, trusted = true, more: object = {}): Part => {
    const part = tool('a', state);
    const toolMetadata = { ...(part as { toolMetadata: object }).toolMetadata, silent: true, trusted };
    return { ...part, ...more, toolMetadata } as Part;
  };
  const failed = silent('output-error', true, { errorText: 'no' });

  it('is left out while all is well', () => {
    for (const state of ['input-available', 'output-available'])
      expect(groupsOf([STEP, silent(state)])).toEqual([]);
    const [b, c] = [tool('b', 'input-available'), tool('c', 'input-available')];
    expect(groupsOf([STEP, b, silent('input-available'), c])).toEqual([['b', 'c']]);
  });

  it('shows when it waits for a decision, failed or is in doubt', () => {
    const approval = sampleApproval({ toolCallId: 'a' });
    const asked = silent('approval-requested', true, { approval: { id: approval.id } });
    expect(groupsOf([STEP, asked, { type: 'data-approval', id: 'a', data: approval }])).toEqual([['a']]);
    expect(groupsOf([STEP, failed])).toEqual([['a']]);
    const unknownCall: Part = { type: 'data-doubt', id: 'a', data: sampleUnknownCall({ toolCallId: 'a' }) };
    expect(groupsOf([STEP, failed, unknownCall])).toEqual([['a']]);
  });

  it('is nothing that a server nobody vouched for can claim', () => {
    expect(groupsOf([STEP, silent('output-available', false)])).toEqual([['a']]);
  });

  it('is told apart at the end of what was said so far, so that the page does not seem to rest', () => {
    const text: Part = { type: 'text', text: 'Let me see.', state: 'done' };
    expect(endsLeftOut([STEP, text, silent('input-available')])).toBe(true);
    expect(endsLeftOut([STEP, silent('output-available'), text])).toBe(false);
    expect(endsLeftOut([STEP, text, tool('b')])).toBe(false);
    expect(endsLeftOut([])).toBe(false);
  });
});

describe('notices', () => {
  it('stand there, unless the answer before has said the same', () => {
    const said: Part = { type: 'data-notice', id: 'left-out', data: { text: 'A tool is left out.' } };
    expect(blocksOf([said])).toEqual([{ kind: 'notice', text: 'A tool is left out.' }]);
    expect(blocksOf([{ ...said, data: { ...said.data, isKnown: true } }])).toEqual([]);
    expect(blocksOf([{ ...said, id: 'problems' }])).toEqual([]);
  });

  it('of an end in the middle of a text say that it was cut', () => {
    const text: Part = { type: 'text', text: 'They owe **16', state: 'done' };
    const told = (part: Part) => blocksOf([text, part])[0];
    const notice = (isEnd?: boolean): Part => ({ type: 'data-notice', data: { text: 'Stopped.', isEnd } });
    expect(told(notice(true))).toMatchObject({ cut: true });
    expect(told({ type: 'data-run-error', data: { message: 'It failed.', retryable: true } })).toMatchObject({
      cut: true,
    });
    expect(told(notice())).not.toHaveProperty('cut');
  });
});
