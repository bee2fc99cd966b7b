// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CheckAnswer, ResolveAnswer, UnknownCallHandlers } from '@/components/api/resolve-unknown-call';
import type { Mode } from '@/lib/runs/chat-view';
import type { UnknownCallView } from '@/lib/unknowns/unknown-call-view';
import { press } from '../testing/press';
import { sampleUnknownCall } from '../testing/sample-unknown-call';
import { pass, place, useScreen } from '../testing/screen';
import { UnknownCallCard } from './unknown-call-card';

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const run = () => button('It did not happen, run it');
const card = () => screen.getByTestId('doubt-card');

interface Answers {
  isPast?: boolean;
  mode?: Mode;
  resolve?: ResolveAnswer;
  check?: CheckAnswer;
}

function show(changes: Partial<UnknownCallView> = {}, answers: Answers = {}) {
  const resolve = vi.fn<UnknownCallHandlers['resolve']>(async () => answers.resolve ?? { ok: true });
  const check = vi.fn<UnknownCallHandlers['check']>(
    async () => answers.check ?? { ok: false, message: 'no' },
  );
  render(
    <UnknownCallCard
      unknownCall={sampleUnknownCall(changes)}
      isPast={answers.isPast ?? false}
      mode={answers.mode ?? 'default'}
      handlers={{ resolve, check }}
    />,
  );
  return { resolve, check };
}

beforeEach(useScreen);
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('what the card says', () => {
  it('names the call, its server, its arguments, when it was sent and how often, and that nobody knows', () => {
    show({ attempts: 3 });
    expect(screen.getByRole('group', { name: 'Unknown: Send invoice' })).toBe(card());
    expect(card().dataset.callId).toBe('ledger-1');
    expect(card().textContent).toContain('mail-gateway, trusted');
    expect(card().textContent).toContain('Nobody knows whether it took effect.');
    expect(card().textContent).toContain('closed the connection');
    expect(card().textContent).toContain('the last of 3 times');
    expect(screen.getByTestId('doubt-input').textContent).toContain('paula@bramwell.example');
    const time = card().querySelector('time');
    expect(time?.dateTime).toBe('2026-11-20T12:00:07.000Z');
    expect(time?.title).toContain('12:00:07 UTC');
  });

  it('says that it was stopped, and then does not invite to run it', async () => {
    show();
    await pass(600);
    expect(card().textContent).toContain('It was sent, and no answer arrived.');
    expect(run().className).toContain('bg-fill');
    cleanup();
    const { resolve } = show({ stopped: true });
    await pass(600);
    expect(card().textContent).toContain('It was stopped by the person who asked, after it was sent.');
    expect(card().textContent).not.toContain('no answer arrived');
    expect(run().className).not.toContain('bg-fill');
    press(run());
    await pass(0);
    expect(resolve).toHaveBeenCalledExactlyOnceWith('ledger-1', 'rerun');
  });

  it('takes nothing of what an untrusted server calls itself, and frames what hides', () => {
    show({ trusted: false, title: 'Harmless', tool: 'wipe\u202eall', server: 'wi\u200bld', checks: [] });
    expect(screen.getByRole('group', { name: /^Unknown: wipe.*U\+202E.*all$/ })).toBe(card());
    expect(card().textContent).not.toContain('Harmless');
    expect(card().textContent).toContain('not trusted');
    expect(card().textContent).toContain('U+200B');
    expect(screen.queryByText('Check first, these only read')).toBeNull();
  });

  it('says itself to a screen reader, and takes no focus', async () => {
    const { container } = render(
      <UnknownCallCard
        unknownCall={sampleUnknownCall()}
        isPast={false}
        mode="default"
        handlers={{ resolve: vi.fn(), check: vi.fn() }}
      />,
    );
    await pass(200);
    expect(container.querySelector('[aria-live="polite"]')?.textContent).toBe(
      'Nobody knows whether this took effect: Send invoice',
    );
    expect(document.activeElement).toBe(document.body);
  });
});

describe('what a person says of it', () => {
  it.each([
    ['It happened', 'happened'],
    ['Leave it', 'left'],
  ])('%s', async (name, resolution) => {
    const { resolve } = show();
    fireEvent.click(button(name));
    await pass(0);
    expect(resolve).toHaveBeenCalledExactlyOnceWith('ledger-1', resolution);
  });

  it('runs it only by a press that was meant for it, after it stood still', async () => {
    const { resolve } = show();
    await pass(450);
    press(run());
    expect(resolve).not.toHaveBeenCalled();
    await pass(100);
    place.y += 40;
    press(run());
    fireEvent.click(run(), { detail: 1 });
    expect(resolve).not.toHaveBeenCalled();
    await pass(600);
    fireEvent.click(run(), { detail: 1 });
    expect(resolve).not.toHaveBeenCalled();
    press(run());
    await pass(0);
    expect(resolve).toHaveBeenCalledExactlyOnceWith('ledger-1', 'rerun');
  });

  it('does not run it in plan mode, unless it only reads; the rest can be said', async () => {
    const { resolve } = show({}, { mode: 'plan' });
    await pass(600);
    expect(run().disabled).toBe(true);
    expect(card().textContent).toContain('Plan mode: it cannot be run until the mode is switched.');
    fireEvent.click(button('It happened'));
    expect(resolve).toHaveBeenCalledExactlyOnceWith('ledger-1', 'happened');
    cleanup();
    show({ risk: 'read-only' }, { mode: 'plan' });
    await pass(600);
    expect(run().disabled).toBe(false);
  });

  it('runs it only once everything long has been opened; the rest can be said before', async () => {
    const { resolve } = show({ input: { body: 'x'.repeat(400) } });
    await pass(600);
    expect(run().disabled).toBe(true);
    expect(card().textContent).toContain('Open body in full to run it.');
    fireEvent.click(button(/^Show all 400 characters/));
    await pass(600);
    expect(run().disabled).toBe(false);
    press(run());
    expect(resolve).toHaveBeenCalledOnce();
  });

  it('is sent once, however often it is clicked', async () => {
    const { resolve } = show();
    fireEvent.click(button('It happened'));
    fireEvent.click(button('It happened'));
    fireEvent.click(button('Leave it'));
    await pass(0);
    expect(resolve).toHaveBeenCalledOnce();
  });

  it('tells in the card why it was not taken, and takes another', async () => {
    const { resolve } = show({}, { resolve: { ok: false, message: 'Somebody has said already.' } });
    fireEvent.click(button('It happened'));
    await pass(0);
    expect(within(card()).getByRole('alert').textContent).toBe('Somebody has said already.');
    fireEvent.click(button('Leave it'));
    expect(resolve).toHaveBeenCalledTimes(2);
  });

  it('is told when it did not reach the server', async () => {
    const { resolve } = show();
    resolve.mockRejectedValueOnce(new Error('gone'));
    fireEvent.click(button('Leave it'));
    await pass(0);
    expect(within(card()).getByRole('alert').textContent).toContain('did not reach the server');
  });

  it('may not run what a later message has left behind', async () => {
    show({}, { isPast: true });
    await pass(600);
    expect(run().disabled).toBe(true);
    expect(button('It happened').disabled).toBe(false);
    expect(card().textContent).toContain('ask for it again');
  });

  it('belongs to those who may', async () => {
    show({ mayResolve: false });
    await pass(600);
    for (const name of ['It happened', 'Leave it', 'It did not happen, run it']) {
      expect(button(name).disabled).toBe(true);
    }
    expect(card().textContent).toContain('admins can say what became of it');
  });
});

describe('checking first', () => {
  const found = { text: '{}', structured: { status: 'sent' } };

  it('asks the tool that was chosen, and shows what the server says now', async () => {
    const { check, resolve } = show({}, { check: { ok: true, outcome: found } });
    fireEvent.click(button('Check with List sent mail'));
    await pass(0);
    expect(check).toHaveBeenCalledExactlyOnceWith('ledger-1', 'mail_list');
    const answer = screen.getByTestId('doubt-check');
    expect(answer.textContent).toContain('What mail-gateway says now, List sent mail');
    expect(within(answer).getByText('status')).toBeTruthy();
    expect(within(answer).getByText('sent')).toBeTruthy();
    expect(resolve).not.toHaveBeenCalled();
  });

  it('shows a list as a table, and text as text', async () => {
    const rows = { items: [{ id: 'm1', to: 'paula' }] };
    const { check } = show({}, { check: { ok: true, outcome: { text: '', structured: rows } } });
    fireEvent.click(button('Check with List sent mail'));
    await pass(0);
    expect(within(screen.getByTestId('doubt-check')).getByRole('table').textContent).toContain('paula');
    check.mockResolvedValueOnce({ ok: true, outcome: { text: 'Nothing sent.', structured: null } });
    fireEvent.click(button('Check with Get invoice'));
    await pass(0);
    expect(screen.getByTestId('doubt-check').textContent).toContain('Nothing sent.');
  });

  it('says why there is no answer', async () => {
    show({}, { check: { ok: false, message: 'The server is away.' } });
    fireEvent.click(button('Check with Get invoice'));
    await pass(0);
    expect(screen.getByTestId('doubt-check').textContent).toContain('The server is away.');
  });
});
