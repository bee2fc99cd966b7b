import { describe, expect, it } from 'vitest';
import { casesOf } from '@/e2e/cases';
import type { AmberMessage } from '@/lib/runs/chat-view';
import { maskedText, maskedValue } from '@/lib/transport/masked-value';
import { harmless, markdownFile } from './markdown-file';
import { snapshotOf } from './snapshot';
import { FILE_WORDS } from './testing/file-words';

const call: AmberMessage['parts'][number] = {
  type: 'dynamic-tool',
  toolName: 'mail__send',
  toolCallId: 'c1',
  toolMetadata: { server: 'mail', tool: 'send', title: 'Send mail' },
  state: 'output-available',
  input: { to: 'a@b.c', apiKey: 'abc', deep: [{ password: 'hunter2', note: 'Bearer abcdef123456' }] },
  output: {
    content: [{ type: 'text', text: 'ok, token=xyz987' }],
    structuredContent: { token: 'xyz', id: 'n1' },
  },
};
const messages: AmberMessage[] = [
  {
    id: 'm1',
    role: 'user',
    metadata: { createdAt: '2026-11-22T10:00:00.000Z' },
    parts: [{ type: 'text', text: 'My password: hunter2, ghp_abcdefghijklmnop1234' }],
  },
  { id: 'm2', role: 'assistant', parts: [{ type: 'text', text: 'Sent.' }, call] },
];

describe('a snapshot', () => {
  it('holds what was said and done, and no secret', () => {
    const snapshot = snapshotOf('With sk-abcdefghijklmnop', messages);
    const told = JSON.stringify(snapshot);
    for (const secret of ['hunter2', 'ghp_', 'abcdef123456', '"abc"', 'xyz987', '"xyz"', 'sk-abc'])
      expect(told).not.toContain(secret);
    expect(snapshot.messages[1]?.parts).toEqual([
      { type: 'text', text: 'Sent.' },
      {
        type: 'call',
        state: 'output-available',
        title: 'Send mail',
        server: 'mail',
        tool: 'send',
        input: { to: 'a@b.c', apiKey: '[secret]', deep: [{ password: '[secret]', note: 'Bearer [secret]' }] },
        output: { token: '[secret]', id: 'n1' },
      },
    ]);
  });

  it('says in a file in words how a call ended', () => {
    const file = markdownFile(snapshotOf('Sent', messages), FILE_WORDS);
    expect(file).toContain('**Send mail** (mail, done)');
    expect(file).not.toContain('output-available');
  });

  it('tells who decided on a card, when and why, and what was taken back since', () => {
    const card = (change: object) =>
      ({
        type: 'data-approval',
        id: 'a',
        data: { toolCallId: 'c1', confirmedBy: [], ...change },
      }) as unknown as AmberMessage['parts'][number];
    const noor = { id: 'u1', name: 'Noor *Haddad*' };
    const decided = { decidedBy: noor, decidedAt: '2026-11-27T22:31:00.000Z', decisionReason: null };
    const record = { type: 'data-call', id: 'c1', data: { undo: 'u' } } as AmberMessage['parts'][number];
    const order = { type: 'data-order', data: { server: 's', tool: 't', input: {}, undoes: 'u' } };
    const told = snapshotOf('Sent', [
      { id: 'm1', role: 'assistant', parts: [call, record, card({ status: 'confirmed', ...decided })] },
      { id: 'm2', role: 'user', parts: [order as AmberMessage['parts'][number]] },
      {
        id: 'm3',
        role: 'assistant',
        parts: [{ ...call, toolCallId: 'c2' } as typeof call],
        metadata: { createdAt: '2026-11-27T22:40:00.000Z' },
      },
    ]);
    expect(told.messages[0]?.parts).toMatchObject([
      {
        decision: { status: 'confirmed', by: ['Noor *Haddad*'], at: decided.decidedAt },
        takenBack: { at: '2026-11-27T22:40:00.000Z' },
      },
    ]);
    const file = markdownFile(told, FILE_WORDS);
    expect(file).toContain('*confirmed by Noor *Haddad*, 2026-11-27 22:31 UTC*');
    expect(file).toContain('*Taken back afterwards, 2026-11-27 22:40 UTC*');
    const cancelled = { status: 'cancelled', ...decided, decisionReason: 'No: password: hunter2 <b>' };
    const other = markdownFile(
      snapshotOf('Sent', [{ id: 'm1', role: 'assistant', parts: [call, card(cancelled)] }]),
      FILE_WORDS,
    );
    expect(other).toContain('*cancelled by Noor *Haddad*, 2026-11-27 22:31 UTC*');
    expect(other).toContain('*Reason: No: password: [secret] \\<b>*');
    expect(other).not.toContain('Taken back');
    const expired = { status: 'expired', decidedBy: null, decidedAt: null, decisionReason: 'x' };
    const parts = [call, card(expired)];
    expect(snapshotOf('Sent', [{ id: 'm1', role: 'assistant', parts }]).messages[0]?.parts).toMatchObject([
      { decision: { status: 'expired', by: [] } },
    ]);
  });

  it('masks what another member of its object calls a secret', () => {
    const told = [
      { key: 'api_key', value: 'abc' },
      { Name: 'X-Api-Key', value: ['def'], note: 'kept' },
      { name: 'city', value: 'Kiel' },
    ];
    expect(maskedValue(told)).toEqual([
      { key: 'api_key', value: '[secret]' },
      { Name: 'X-Api-Key', value: ['[secret]'], note: 'kept' },
      { name: 'city', value: 'Kiel' },
    ]);
  });

  it('leaves what is no secret as it is', () => {
    const text = 'Invoice INV-2026-0042 for 3f2504e0-4f89-11d3-9a0c-0305e82c3301, total: 46,746.25 EUR';
    expect(maskedText(text)).toBe(text);
    expect(maskedValue({ total: 12, ok: null, list: ['a'] })).toEqual({ total: 12, ok: null, list: ['a'] });
  });
});

describe('a Markdown file', () => {
  it('lets nothing run or be fetched, and keeps code as it is', () => {
    expect(harmless('<script>x</script> ![a](http://evil.test/x.png) a < b')).toBe(
      '\\<script>x\\</script> !\\[a](http://evil.test/x.png) a < b',
    );
    expect(harmless('```html\n<b>\n```\n<b>')).toBe('```html\n<b>\n```\n\\<b>');
    expect(harmless('- x\n  ```\n  <img>\n  ```\n<img>')).toBe('- x\n```\n<img>\n```\n\\<img>');
    expect(harmless('~~~\n<b>')).toBe('~~~\n<b>\n~~~');
    expect(harmless('```a`b\n<b>')).toBe('```a`b\n\\<b>');
  });

  it.each([
    ['\\<img>', '\\<img>'],
    ['\\\\<img>', '\\\\\\<img>'],
    ['```\n   ```\n<img>', '```\n   ```\n\\<img>'],
    ['   ```\n```\n<img>', '```\n```\n\\<img>'],
    ['```\n```\u00a0\n```\n<img>', '```\n```\u00a0\n```\n\\<img>'],
    ['```\u2028\n```\n<img>', '```\u2028\n```\n\\<img>'],
    ['```\n    ```\n<img>', '```\n    ```\n<img>\n```'],
    ['\t```\n\t<b>\n\t```\n<img>', '```\n<b>\n```\n\\<img>'],
  ])('takes for code only what is code to whatever reads it: %j', (text, written) => {
    expect(harmless(text)).toBe(written);
  });

  it('is written at once, however many backslashes somebody has put there', () => {
    const many = '\\'.repeat(400_000);
    expect(harmless(many)).toBe(many);
    expect(harmless(`${many}<b>`)).toBe(`${many}\\<b>`);
  });

  it('has no markup of a hostile message outside of fences', () => {
    for (const { payload } of casesOf('03-naughty-strings')) {
      const hostile: AmberMessage[] = [
        { id: 'm', role: 'user', parts: [{ type: 'text', text: String(payload) }, call] },
      ];
      const file = markdownFile(snapshotOf(String(payload), hostile), FILE_WORDS);
      const outside = file.replaceAll(/^(`{3,}|~{3,})[^\n]*\n[\s\S]*?\n\1[`~]*\s*$/gm, '');
      expect(outside).not.toMatch(/(?<!\\)<[a-zA-Z/!?]/);
    }
  });
});
