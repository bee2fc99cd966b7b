import { describe, expect, it } from 'vitest';
import { messagesOf } from '@/components/words/catalogue';
import { speak } from '@/components/words/say';
import type { ApprovalView } from '@/lib/approvals/approval-view';
import { DESTRUCTIVE, WRITE } from '@/mcp/annotations';
import { nameOf } from '../call-name';
import { sampleApproval } from '../testing/sample-approval';
import { badgesOf, cardSentence, leadSentences } from './approval-words';
import { decisionWords } from './decision-words';
import { amountWords, previewSummary } from './preview-words';

describe('the sentence of a card', () => {
  it('has a trusted tool say what it does', () => {
    expect(cardSentence(sampleApproval())).toBe(
      'This action is irreversible. Deletes the customer with its orders and drafts. Proceed?',
    );
    expect(cardSentence(sampleApproval({ reversible: true }))).toBe(
      'Deletes the customer with its orders and drafts. Proceed?',
    );
  });

  it('asks about an addition as what it is', () => {
    const write = {
      risk: 'write',
      title: 'Create customer',
      tool: 'customer_create',
      preview: null,
    } as const;
    const asked = (changes: Partial<ApprovalView>) => cardSentence(sampleApproval({ ...write, ...changes }));
    expect(asked({ input: { name: 'Halden Optics' } })).toBe('About to create customer Halden Optics. OK?');
    expect(asked({ input: { status: 'paid', name: 7 } })).toBe('About to create customer. OK?');
    expect(asked({ input: { name: 'x'.repeat(200) } })).toBe('About to create customer. OK?');
    expect(asked({ title: 'PDF export', input: null })).toBe('About to PDF export. OK?');
    expect(asked({ title: 'customer_create', input: {} })).toBe('About to call customer_create. OK?');
    const preview = { lines: [{ label: 'Customer', value: 'Pike' }] };
    expect(asked({ preview })).toBe('About to create customer Pike. OK?');
    expect(asked({ trusted: false })).toMatch(/^Nobody has vouched/);
  });

  it('has nothing of an untrusted server in it but its name', () => {
    const approval = sampleApproval({ trusted: false, server: 'crm-bridge', description: 'Perfectly safe.' });
    expect(cardSentence(approval)).toBe(
      'Nobody has vouched for crm-bridge. This may change or delete data. Proceed?',
    );
    expect(nameOf({ server: 'amber', trusted: false, title: 'Read-only', tool: 'wipe' })).toBe('wipe');
  });

  it('asks nothing of what was decided', () => {
    for (const changes of [{}, { risk: 'write' }, { trusted: false }, { reversible: true }] as const) {
      for (const status of ['confirmed', 'cancelled', 'expired', 'superseded'] as const) {
        const sentence = cardSentence(sampleApproval({ ...changes, status }));
        expect(sentence).not.toMatch(/\?|About to|irreversible/);
        expect(sentence).not.toBe('');
      }
    }
  });

  it('takes whole sentences of a long description', () => {
    const first = 'Deletes v1.2 records, e.g. drafts.';
    expect(leadSentences(`${first} ${'Use it with care. '.repeat(30)}`)).toMatch(/^Deletes v1\.2 records/);
    expect(leadSentences(`${first} ${'Use it with care. '.repeat(30)}`).length).toBeLessThan(260);
    expect(leadSentences('x'.repeat(5000))).toMatch(/… \(shortened\)$/);
    expect(leadSentences('  ')).toBe('');
  });
});

describe('badges', () => {
  const words = (...of: Parameters<typeof badgesOf>) => badgesOf(...of).map((badge) => badge.words);

  it('put the hints into words', () => {
    expect(
      words({ trusted: true, risk: 'destructive', annotations: DESTRUCTIVE, preview: { lines: [] } }),
    ).toEqual(['Destructive', 'Not repeatable', 'Within your own systems']);
    const open = { ...WRITE, openWorldHint: true };
    expect(words({ trusted: true, risk: 'write', annotations: open, preview: null })).toEqual([
      'Changes data',
      'Repeatable',
      'Reaches other systems',
      'No preview',
    ]);
  });

  it('repeat nothing that an untrusted server says of itself', () => {
    expect(words({ trusted: false, risk: 'destructive', annotations: WRITE, preview: null })).toEqual([
      'Its own hints are ignored',
      'No preview',
      'Sent once, never retried',
    ]);
  });
});

describe('the folded line', () => {
  it('sums up what would go', () => {
    expect(previewSummary(sampleApproval())).toBe('Halden Optics, 2 orders, 1 draft invoice');
    const goesOn = [
      { label: '2 orders', value: 'SO-1' },
      { label: '', value: 'SO-2' },
    ];
    expect(previewSummary(sampleApproval({ preview: { lines: goesOn } }))).toBe('2 orders');
    expect(previewSummary(sampleApproval({ preview: null }))).toBe('');
    const mail = [
      { label: 'Invoice', value: 'INV-1182', amount: '90.00 EUR' },
      { label: 'Customer', value: 'Pike' },
      { label: 'Mail to', value: 'pike@rowan.example' },
      { label: 'Due', value: '2026-12-01' },
    ];
    expect(previewSummary(sampleApproval({ preview: { lines: mail } }))).toBe(
      'INV-1182 (90.00 EUR), Customer Pike, Mail to pike@rowan.example, Due 1 Dec 2026',
    );
  });

  it('writes our sums as the reader does, and those of others as they came', () => {
    const sums = '4,780.00 EUR + -900.05 USD';
    expect(amountWords(sums)).toBe(sums);
    speak({ locale: 'de', messages: messagesOf('de') });
    expect(amountWords(sums)).toBe('4.780,00 EUR + -900,05 USD');
    for (const other of ['1,234 EUR', '12.5 kg', '1.234,00 EUR', 'about 5.00 EUR']) {
      expect(amountWords(other)).toBe(other);
    }
    speak({ locale: 'en', messages: messagesOf('en') });
  });

  it('says who decided', () => {
    const decided = sampleApproval({ status: 'confirmed', decidedBy: { id: 'u2', name: 'Ada' } });
    expect(decisionWords(decided, 'u2')).toBe('You confirmed');
    expect(decisionWords(decided, 'u1')).toBe('Ada confirmed');
    const both = {
      confirmedBy: [
        { id: 'u3', name: 'Cem' },
        { id: 'u2', name: 'Ada' },
      ],
    };
    expect(decisionWords({ ...decided, ...both }, 'u2')).toBe('You and Cem confirmed');
    expect(decisionWords({ ...decided, ...both }, 'u1')).toBe('Cem and Ada confirmed');
    expect(decisionWords({ ...decided, ...both, status: 'cancelled' }, 'u1')).toBe(
      'Ada cancelled, nothing ran',
    );
    expect(decisionWords(sampleApproval({ status: 'expired' }), 'u1')).toBe('Expired, nobody decided');
  });
});
