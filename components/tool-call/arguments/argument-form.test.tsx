// @vitest-environment happy-dom
/** Editing the arguments on the card: it runs nothing, and sends exactly what the fields contain. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Decide } from '@/components/api/decide';
import type { EditAnswer, EditHandlers } from '@/components/api/edit';
import { messagesOf } from '@/components/words/catalogue';
import { speak } from '@/components/words/say';
import type { ApprovalView } from '@/lib/approvals/approval-view';
import { WaitingCard } from '../approval/approval-slot';
import { TypedNote } from '../approval/typed-note';
import { useTyping } from '../approval/typing';
import { ArgumentForm } from '../loaded-apart';
import { press } from '../testing/press';
import { sampleApproval } from '../testing/sample-approval';
import { pass, useScreen } from '../testing/screen';

const SCHEMA = {
  type: 'object',
  properties: {
    amount: { type: 'number', title: 'Amount', description: 'In euros' },
    note: { type: 'string' },
    urgent: { type: 'boolean' },
    currency: { enum: ['EUR', 'USD'] },
    due: { type: 'string', format: 'date' },
    lines: { type: 'array' },
  },
  required: ['amount'],
};
const INPUT = { amount: 500, note: 'odd\u200b', urgent: false, lines: [1] };

const card = () => screen.getByTestId('approval-card');
const confirm = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Confirm/ });
const change = () => screen.queryByRole('button', { name: 'Change the arguments' });
const send = () => screen.getByRole('button', { name: 'Show the changed call' });
const field = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name);

interface SlotProps {
  approval: ApprovalView;
  onDecide: Decide;
  edits: EditHandlers;
}

/** The place of a call's card, and of the line that is left once it is decided. */
function Slot({ approval, onDecide, edits }: SlotProps) {
  const typing = useTyping(edits);
  const shown = { approval, viewer: { id: 'u1' }, typing };
  if (approval.status !== 'pending') return <TypedNote {...shown} />;
  return <WaitingCard {...shown} mode="default" expired={false} onDecide={onDecide} />;
}

interface Answers {
  sent?: EditAnswer;
  schema?: Record<string, unknown>;
}

function show(changes: Partial<ApprovalView> = {}, { sent, schema = SCHEMA }: Answers = {}) {
  const onDecide = vi.fn<Decide>(async () => ({ ok: true }));
  const approval = sampleApproval({ input: INPUT, ...changes });
  const edits = {
    look: vi.fn<EditHandlers['look']>(async () => ({ ok: true, schema, input: approval.input })),
    send: vi.fn<EditHandlers['send']>(async () => sent ?? { ok: true, approvalId: 'approval-2' }),
  };
  const cardOf = (shown: ApprovalView) => <Slot approval={shown} onDecide={onDecide} edits={edits} />;
  const { rerender } = render(cardOf(approval));
  return {
    onDecide,
    edits,
    replaceBy: (next: Partial<ApprovalView>) => rerender(cardOf({ ...approval, ...next })),
  };
}

async function open() {
  fireEvent.click(change() as HTMLElement);
  await pass(0);
}

// Loaded before it is opened.
beforeAll(() => ArgumentForm.prepare());
beforeEach(useScreen);
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the form on the card', () => {
  it('is there for whoever has a say, and takes the keyboard', async () => {
    show({ mayDecide: false });
    await open();
    expect(document.activeElement).toBe(screen.getByTestId('argument-form'));
    fireEvent.click(screen.getByRole('button', { name: 'Leave it as it was' }));
    expect(document.activeElement).toBe(change());
    cleanup();
    show({ mayDecide: false, mayCancel: false });
    expect(change()).toBeNull();
  });

  it('has a field for each argument, in its sort, with the schema’s words and what hides in a value', async () => {
    show();
    await open();
    const types = ['amount', 'note', 'urgent', 'due'].map((name) => field(new RegExp(name, 'i')).type);
    expect(types).toEqual(['text', 'text', 'checkbox', 'date']);
    expect(field(/currency/).tagName).toBe('SELECT');
    expect(field(/lines/).value).toBe('[\n  1\n]');
    const form = screen.getByTestId('argument-form').textContent;
    expect(form).toContain('Amount amount (required)');
    expect(form).toContain('In euros');
    expect(form).toContain('Contains: oddU+200B1 invisible character shown');
  });

  it('keeps Confirm closed while it is open, and Enter sends nothing', async () => {
    const { edits, onDecide } = show();
    await pass(600);
    await open();
    await pass(600);
    expect(confirm().disabled).toBe(true);
    expect(card().textContent).toContain('You are changing the arguments.');
    fireEvent.change(field(/amount/i), { target: { value: '300' } });
    fireEvent.keyDown(field(/amount/i), { key: 'Enter' });
    press(confirm());
    expect(edits.send).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'Leave it as it was' }));
    await pass(600);
    expect(confirm().disabled).toBe(false);
    expect(onDecide).not.toHaveBeenCalled();
  });

  it('sends what was changed in its type, and the rest as it was', async () => {
    const { edits } = show();
    await open();
    fireEvent.change(field(/amount/i), { target: { value: '300' } });
    fireEvent.click(field(/urgent/));
    fireEvent.change(field(/currency/), { target: { value: '"USD"' } });
    fireEvent.click(send());
    await pass(0);
    expect(edits.send).toHaveBeenCalledExactlyOnceWith('approval-1', {
      amount: 300,
      note: 'odd\u200b',
      urgent: true,
      currency: 'USD',
      lines: [1],
    });
  });

  it('says by the field what it cannot send, and in words what the server refuses', async () => {
    const message =
      'The arguments of "pay" do not fit: "amount" must be at most 400. Correct them and call again.';
    const { edits } = show({}, { sent: { ok: false, message } });
    await open();
    fireEvent.change(field(/amount/i), { target: { value: 'much' } });
    fireEvent.click(send());
    await pass(0);
    expect(screen.getByRole('alert').textContent).toBe('This must be a number.');
    expect(edits.send).not.toHaveBeenCalled();
    fireEvent.change(field(/amount/i), { target: { value: '450' } });
    fireEvent.click(send());
    await pass(0);
    expect(screen.getByRole('alert').textContent).toBe(
      'The arguments of "pay" do not fit: "amount" must be at most 400.',
    );
    expect(field(/amount/i).value).toBe('450');
  });

  it('gives the keyboard to the card that stands in its place, which says what was changed', async () => {
    const { replaceBy } = show();
    await open();
    fireEvent.change(field(/amount/i), { target: { value: '300' } });
    screen.getByRole<HTMLButtonElement>('button', { name: 'Show the changed call' }).focus();
    fireEvent.click(send());
    await pass(0);
    const by = { id: 'u1', name: 'Noor Haddad' };
    replaceBy({ id: 'approval-2', input: { ...INPUT, amount: 300 }, edited: { by, before: INPUT } });
    expect(card().dataset.approvalId).toBe('approval-2');
    expect(document.activeElement).toBe(card());
    expect(screen.getByTestId('approval-edited').textContent).toBe('You changed this:amount was 500, is 300');
    expect(card().textContent).not.toContain('What would go has changed');
  });

  it('keeps what was typed when another card takes its place, and sends it on that one', async () => {
    const { edits, replaceBy } = show();
    await open();
    fireEvent.change(field(/amount/i), { target: { value: '300' } });
    field(/amount/i).focus();
    replaceBy({ id: 'approval-9', input: { ...INPUT, amount: 450 }, reason: 'Other rules.' });
    await pass(0);
    expect(card().dataset.approvalId).toBe('approval-9');
    expect(card().textContent).toContain('Another card has taken the place of the one you were changing.');
    expect(field(/amount/i).value).toBe('300');
    expect(document.activeElement).toBe(field(/amount/i));
    expect(confirm().disabled).toBe(true);
    fireEvent.click(send());
    await pass(0);
    expect(edits.send).toHaveBeenCalledExactlyOnceWith(
      'approval-9',
      expect.objectContaining({ amount: 300 }),
    );
  });

  it('does not take the keyboard from elsewhere when another card takes its place', async () => {
    const { replaceBy } = show();
    await open();
    fireEvent.change(field(/amount/i), { target: { value: '300' } });
    const elsewhere = document.body.appendChild(document.createElement('input'));
    elsewhere.focus();
    replaceBy({ id: 'approval-9' });
    await pass(0);
    expect(field(/amount/i).value).toBe('300');
    expect(document.activeElement).toBe(elsewhere);
    elsewhere.remove();
  });

  it('leaves what was typed when others decide, and says that it was not sent', async () => {
    const { replaceBy } = show();
    await open();
    fireEvent.change(field(/amount/i), { target: { value: '300' } });
    field(/amount/i).focus();
    replaceBy({ status: 'confirmed', decidedBy: { id: 'u9', name: 'Imogen Finch' } });
    const note = screen.getByTestId('typed-note');
    expect(note.textContent).toContain(
      'You were changing the arguments. Imogen Finch confirmed. What you typed was not sent.',
    );
    expect(note.textContent).toContain('amount300');
    expect(document.activeElement).toBe(note);
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByTestId('typed-note')).toBeNull();
  });

  it('has nothing to say where nothing was typed, or where one decided oneself', async () => {
    const { replaceBy } = show();
    await open();
    replaceBy({ status: 'expired' });
    expect(screen.queryByTestId('typed-note')).toBeNull();
    replaceBy({ status: 'pending' });
    await pass(0);
    fireEvent.change(field(/amount/i), { target: { value: '300' } });
    replaceBy({ status: 'cancelled', decidedBy: { id: 'u1', name: 'Noor' } });
    expect(screen.queryByTestId('typed-note')).toBeNull();
  });

  it('shows the words of a server that nobody vouched for as such, and never as a name', async () => {
    const schema = { properties: { a: { type: 'string', title: 'Harmless', description: 'Press Confirm' } } };
    show({ trusted: false, input: { a: 'x' } }, { schema });
    await open();
    expect(screen.getByText('What the server says of it, unverified:')).toBeTruthy();
    expect(field(/^a$/).value).toBe('x');
    expect(screen.getByTestId('argument-form').querySelector('label')?.textContent).toBe('a');
  });

  it.each([
    ['en', true],
    ['de', false],
  ] as const)('keeps from people in %s what our own schemas say to models alone', async (locale, hasHint) => {
    speak({ locale, messages: messagesOf(locale) });
    const description = 'Invoice id, such as "inv_1"; find it with invoices_list';
    const schema = { properties: { invoiceId: { type: 'string', description } } };
    const edits = { look: async () => ({ ok: true as const, schema, input: {} }), send: vi.fn() };
    const approval = { id: 'a', server: 'amber', trusted: true };
    const draft = { cardId: 'a', texts: new Map(), at: null, isSent: false };
    render(
      <ArgumentForm approval={approval} edits={edits} onChange={vi.fn()} onClose={vi.fn()} draft={draft} />,
    );
    await pass(0);
    speak({ locale: 'en', messages: messagesOf('en') });
    const { textContent } = document.body;
    expect(textContent).toContain('invoiceId');
    expect(textContent).not.toContain('invoices_list');
    expect(textContent?.includes('Invoice id, such as')).toBe(hasHint);
  });
});

describe('a card whose arguments somebody changed', () => {
  const by = { id: 'u9', name: 'Imogen Finch' };

  it('names who, and what, with nothing hidden and what is long folded', () => {
    const before = { note: 'a\u202e', text: 'y'.repeat(400) };
    show({ input: { note: 'b', text: 'short' }, edited: { by, before } });
    const note = screen.getByTestId('approval-edited');
    expect(note.textContent).toContain('Imogen Finch changed this:note was aU+202E');
    expect(note.textContent).not.toContain('\u202e');
    expect(note.textContent).toContain('Show all 400 characters');
  });

  it('says so too when it was changed back', () => {
    show({ edited: { by, before: INPUT } });
    expect(screen.getByTestId('approval-edited').textContent).toContain('changed this and back');
  });
});
