// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AnswerForm } from '@/components/api/answer';
import type { ElicitationView } from '@/lib/elicitation/elicitation-view';
import { CallForms } from './call-forms';
import { sampleForm } from './testing/sample-form';

afterEach(cleanup);

const taken = () => vi.fn<AnswerForm>(async () => ({ ok: true }));
const element = (form: ElicitationView, onAnswer?: AnswerForm, viewer = 'u1') => (
  <CallForms forms={[form]} name="Book table" viewer={{ id: viewer }} onAnswer={onAnswer} />
);
const card = () => within(screen.getByTestId('elicitation-card'));
const send = () => act(async () => fireEvent.click(card().getByRole('button', { name: 'Send' })));
const alerts = () =>
  card()
    .queryAllByRole('alert')
    .map(({ textContent }) => textContent);

describe('a form', () => {
  it('names the server and the tool, and shows words of others as plain text with nothing hidden in them', () => {
    const message = '# Hello <img src=x onerror=alert(1)> [link](https://evil.example) \u202egnp';
    const { container } = render(element(sampleForm({ message, server: 'bis\u200btro' }), taken()));
    expect(container.textContent).toContain('bisU+200Btro');
    expect(container.textContent).toContain('Book table');
    expect(container.textContent).toContain('U+202E');
    expect(container.querySelector('img, a')).toBeNull();
    expect(document.activeElement).toBe(document.body);
  });

  it('says whether anybody has vouched for the server', () => {
    render(element(sampleForm({ trusted: false }), taken()));
    expect(screen.getByText(/Nobody has vouched for it/)).toBeTruthy();
    expect(screen.getByText(/unverified/)).toBeTruthy();
  });

  it('wears none of the colours of a card that waits for a decision', () => {
    const { container } = render(element(sampleForm(), taken()));
    expect(container.innerHTML).not.toMatch(/bg-card|border-card|text-wait|bg-fill|card-ink/);
  });

  it('sends what was filled in, each value of its own kind', async () => {
    const onAnswer = taken();
    render(element(sampleForm(), onAnswer));
    fireEvent.change(card().getByLabelText(/Your name/), { target: { value: 'Anna' } });
    fireEvent.change(card().getByLabelText('people'), { target: { value: '4' } });
    fireEvent.click(card().getByLabelText('Quiet'));
    await send();
    const content = { name: 'Anna', people: 4, quiet: true };
    expect(onAnswer.mock.calls).toEqual([['form-1', { action: 'accept', content }]]);
  });

  it('names each field that does not fit, goes to the first, and sends nothing', async () => {
    const onAnswer = taken();
    render(element(sampleForm(), onAnswer));
    fireEvent.change(card().getByLabelText('people'), { target: { value: 'many' } });
    await send();
    const beside = 'Not sent. “Your name” is required. 1 more: see above.';
    expect(alerts()).toEqual(['“Your name” is required.', '“people” must be a number.', beside]);
    expect(document.activeElement).toBe(card().getByLabelText(/Your name/));
    expect(
      card()
        .getByLabelText(/Your name/)
        .getAttribute('aria-invalid'),
    ).toBe('true');
    expect(onAnswer).not.toHaveBeenCalled();
  });

  it('declines without looking at the fields', async () => {
    const onAnswer = taken();
    render(element(sampleForm(), onAnswer));
    await act(async () => fireEvent.click(card().getByRole('button', { name: 'Decline' })));
    expect(onAnswer.mock.calls).toEqual([['form-1', { action: 'decline' }]]);
  });

  it('is sent once, however often it is pressed, and again when that failed', async () => {
    const refused = { ok: false as const, message: 'Not now.', fields: { name: 'is taken' } };
    const onAnswer = vi.fn<AnswerForm>(async () => refused);
    render(element(sampleForm(), onAnswer));
    fireEvent.change(card().getByLabelText(/Your name/), { target: { value: 'Anna' } });
    await act(async () => {
      for (let times = 0; times < 3; times++) fireEvent.click(card().getByRole('button', { name: 'Send' }));
    });
    expect(onAnswer).toHaveBeenCalledTimes(1);
    expect(alerts()).toEqual(['“Your name” is taken.', 'Not now.']);
    await send();
    expect(onAnswer).toHaveBeenCalledTimes(2);
  });

  it('is only looked at by anybody but the person whose chat it is', () => {
    render(element(sampleForm(), taken(), 'u2'));
    expect(card().queryByRole('button', { name: 'Send' })).toBeNull();
    expect(card().getByLabelText(/Your name/)).toHaveProperty('disabled', true);
  });
});

describe('the line of a form', () => {
  const line = () => screen.getByTestId('elicitation-line');

  it('shows what was answered as soon as it was sent, and as it was stored later', async () => {
    const { rerender } = render(element(sampleForm(), taken()));
    fireEvent.change(card().getByLabelText(/Your name/), { target: { value: 'Anna' } });
    await send();
    const accepted = sampleForm({ status: 'accepted', answeredAt: '2026-11-20T12:01:00.000Z' });
    rerender(element(accepted, taken()));
    expect(line().textContent).toContain('You answered “bistro”');
    expect(line().textContent).toContain('Anna');
    cleanup();
    render(element({ ...accepted, answer: { name: 'Bea', quiet: true } }, taken()));
    expect(line().textContent).toMatch(/Your name.*Bea.*Quiet.*yes/);
  });

  it('takes the focus over, also when the stream tells of the answer before the request has ended', async () => {
    const { promise, resolve } = Promise.withResolvers<{ ok: true }>();
    const { rerender } = render(element(sampleForm({ fields: [] }), () => promise));
    card().getByRole('button', { name: 'Send' }).focus();
    await send();
    rerender(element(sampleForm({ status: 'accepted', fields: [] }), () => promise));
    expect(document.activeElement).toBe(line());
    await act(async () => resolve({ ok: true }));
  });

  it('tells others that it was answered, and not what', () => {
    render(element(sampleForm({ status: 'accepted' }), taken(), 'u2'));
    expect(line().textContent).toContain('The owner of this chat answered');
  });

  it.each(['secret', 'address', 'kind', 'size', 'many'] as const)(
    'says who asked for what where it was refused: %s',
    (why) => {
      const about = 'https://evil.example/\u200bpath';
      const refusal = { why, about };
      const { container } = render(
        element(sampleForm({ status: 'declined', refusal, fields: [] }), undefined),
      );
      expect(line().dataset.refusal).toBe(why);
      expect(line().textContent).toContain('“bistro”');
      expect(line().textContent).toContain('https://evil.example/U+200Bpath');
      expect(container.querySelector('a')).toBeNull();
    },
  );
});
