import { describe, expect, it } from 'vitest';
import { deciding } from '@/components/chat/deciding';
import type { Fetch } from './api';

/** Cards whose server gives this answer to everything, and the requests it received. */
function cardsWith(answer: () => Response | Promise<Response>) {
  const asked: [string, string | undefined][] = [];
  const call: Fetch = async (input, init) => {
    asked.push([`${init?.method} ${input}`, init?.body?.toString()]);
    return answer();
  };
  return { asked, ...deciding(call, () => {}) };
}

const refusal = (status: number, code: string, message: string) => () =>
  Response.json({ error: { code, message } }, { status });

describe('what a person says of a call in doubt', () => {
  it('is sent with the call’s id', async () => {
    const { asked, unknownCalls } = cardsWith(() => Response.json({ id: 'l/1', resolution: 'left' }));
    expect(await unknownCalls.resolve('l/1', 'left')).toEqual({ ok: true });
    expect(asked).toEqual([['POST /api/calls/l%2F1', '{"resolution":"left"}']]);
  });

  it.each([
    [404, 'not_found', 'There is no such open call.'],
    [409, 'conflict', 'Somebody has said already what became of this call.'],
    [503, 'unavailable', 'The database is away.'],
  ])('is told when the server answers %i', async (status, code, message) => {
    const { unknownCalls } = cardsWith(refusal(status, code, message));
    expect(await unknownCalls.resolve('l', 'rerun')).toEqual({ ok: false, message });
    expect(await unknownCalls.check('l', 'x_get')).toEqual({ ok: false, message });
  });

  it('is told when no answer comes', async () => {
    const { unknownCalls } = cardsWith(() => Promise.reject(new TypeError('fetch failed')));
    const answer = await unknownCalls.resolve('l', 'happened');
    expect(answer).toMatchObject({ ok: false, message: expect.stringContaining('cannot be reached') });
  });
});

describe('asking first', () => {
  it('hands on what the tool answered', async () => {
    const outcome = { isError: false, text: 'sent', structured: { status: 'sent' } };
    const { asked, unknownCalls } = cardsWith(() => Response.json(outcome));
    expect(await unknownCalls.check('l', 'invoice_get')).toEqual({ ok: true, outcome });
    expect(asked).toEqual([['POST /api/calls/l/check', '{"tool":"invoice_get"}']]);
  });
});

describe('the arguments of a call that waits', () => {
  it('are asked for, and sent as they are', async () => {
    const look = cardsWith(() => Response.json({ schema: { type: 'object' }, input: { a: 1 } }));
    expect(await look.edits.look('a/1')).toEqual({ ok: true, schema: { type: 'object' }, input: { a: 1 } });
    const send = cardsWith(() => Response.json({ approvalId: 'next' }));
    expect(await send.edits.send('a/1', { a: '\u200b', b: 2 })).toEqual({ ok: true, approvalId: 'next' });
    expect([...look.asked, ...send.asked]).toEqual([
      ['GET /api/approvals/a%2F1/edit', undefined],
      ['POST /api/approvals/a%2F1/edit', '{"input":{"a":"\u200b","b":2}}'],
    ]);
  });

  it('stay when the server refuses others, and why is told', async () => {
    const { edits } = cardsWith(refusal(400, 'bad_request', 'They do not fit.'));
    expect(await edits.look('a')).toEqual({ ok: false, message: 'They do not fit.' });
    expect(await edits.send('a', {})).toEqual({ ok: false, message: 'They do not fit.' });
  });
});
