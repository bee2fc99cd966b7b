// @vitest-environment happy-dom
/**
 * `@` and `/` in the composer: what is offered, chosen, filled in and cancelled, by keyboard alone; all other typing is
 * left alone.
 */
import { cleanup, createEvent, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Offer } from '@/lib/offerings/offering-view';
import type { Attachment } from '@/lib/values/attachment';
import { Composer } from '../composer/composer';

// Generous: the machine may be busy.

let sent: { text: string; files: Attachment[] }[];
let asked: { path: string; body: unknown; signal: AbortSignal | undefined }[];
/** By the beginning of the path. */
let answers: Record<string, (body: unknown) => unknown>;

const resource = (title: string, more: object = {}) =>
  ({ kind: 'resource', server: 'notes', uri: `note://${title}`, title, ...more }) as Offer;
const PROMPT = {
  kind: 'prompt',
  server: 'notes',
  name: 'review',
  title: 'Review',
  outside: true,
  fields: [
    { name: 'month', required: true, description: 'Such as 2026-10' },
    { name: 'tone', required: false },
  ],
} as Offer;
const attachment = (id: string, more: Partial<Attachment> = {}): Attachment => ({
  id,
  name: id,
  kind: 'text',
  mimeType: 'text/plain',
  size: 5,
  characters: 5,
  source: { server: 'notes', uri: `note://${id}`, vouched: true },
  ...more,
});

beforeEach(() => {
  [sent, asked] = [[], []];
  sessionStorage.clear();
  answers = {
    '/api/offers?kind=resources': () => ({
      offers: [resource('Roadmap'), resource('Rota', { outside: true }), resource('Budget')],
      more: false,
      silent: [],
    }),
    '/api/offers?kind=prompts': () => ({ offers: [PROMPT], more: false, silent: [{ server: 'slow' }] }),
    '/api/offers/complete': () => ({ values: ['2026-10', '2026-11'] }),
    '/api/offers/prompt': () => ({ text: 'Review 2026-10.', attachments: [], left: 0 }),
    '/api/offers': () => ({ attachments: [attachment('Roadmap')], left: 0 }),
    '/api/uploads': () => null,
  };
  vi.stubGlobal('fetch', async (path: string, { body, signal }: RequestInit = {}) => {
    const given = body === undefined ? undefined : JSON.parse(String(body));
    asked.push({ path, body: given, signal: signal ?? undefined });
    const [, answer] = Object.entries(answers).find(([start]) => path.startsWith(start)) ?? [];
    const value = await answer?.(given);
    return value instanceof Response ? value : Response.json(value);
  });
  render(
    <Composer
      field={createRef()}
      personId="p"
      chatId="c"
      note=""
      modeSwitch={null}
      giveBack={createRef()}
      hasQueue={false}
      isRunning={false}
      onStop={() => {}}
      focusAtFirst={false}
      givesWay={false}
      readsNoFiles={false}
      onSend={async (text, files) => {
        sent.push({ text, files });
        return true;
      }}
    />,
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
const options = async () => (await screen.findAllByRole('option')).map((one) => one.textContent);
const active = () => document.getElementById(box().getAttribute('aria-activedescendant') ?? '')?.textContent;
const chips = async () => (await screen.findAllByTestId('chosen-file')).map((one) => one.textContent);
const path = (start: string) => asked.filter((one) => one.path.startsWith(start));

describe('@', () => {
  it('finds resources, goes through them with the arrows, and attaches one with Enter', async () => {
    await userEvent.type(box(), 'Look at @ro');
    expect(await options()).toEqual(['Roadmapnote://Roadmapnotes', 'Rotanote://Rotanotesnot vouched for']);
    await waitFor(() => expect(active()).toContain('Roadmap'));
    await userEvent.keyboard('{ArrowDown}');
    expect(active()).toContain('Rota');
    await userEvent.keyboard('{ArrowDown}');
    expect(active()).toContain('Roadmap');
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText(/^from/)).toBeTruthy();
    expect(box().value).toBe('Look at ');
    expect(await chips()).toEqual(['Roadmapfrom notes']);
    expect(path('/api/offers').at(-1)?.body).toEqual({ server: 'notes', uri: 'note://Roadmap' });
    expect(screen.queryByRole('option')).toBeNull();
    await userEvent.type(box(), '{Enter}');
    expect(sent).toEqual([{ text: 'Look at', files: [attachment('Roadmap')] }]);
  });

  it('asks once for a list that is whole, and no more for what is typed on', async () => {
    await userEvent.type(box(), '@');
    await options();
    await userEvent.type(box(), 'bud');
    expect(await options()).toEqual(['Budgetnote://Budgetnotes']);
    expect(path('/api/offers?')).toHaveLength(1);
  });

  it('gives up what was asked for fewer letters, where the list is not known to be whole', async () => {
    answers['/api/offers?kind=resources'] = () => new Promise(() => {});
    await userEvent.type(box(), '@a');
    await waitFor(() => expect(path('/api/offers?')).not.toEqual([]));
    await userEvent.type(box(), 'b ');
    expect(path('/api/offers?').every(({ signal }) => signal?.aborted)).toBe(true);
  });

  it('is closed by Escape until the next one, and Enter sends then', async () => {
    await userEvent.type(box(), '@ro');
    await options();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('option')).toBeNull();
    await userEvent.type(box(), 'a');
    expect(screen.queryByRole('option')).toBeNull();
    await userEvent.type(box(), ' and @');
    expect(await options()).toHaveLength(3);
    await userEvent.keyboard('{Escape}{Enter}');
    expect(sent.map(({ text }) => text)).toEqual(['@roa and @']);
  });

  it('leaves keys to whoever composes a character with them', async () => {
    await userEvent.type(box(), '@ro');
    await options();
    const enter = createEvent.keyDown(box(), { key: 'Enter', isComposing: true });
    fireEvent(box(), enter);
    expect(enter.defaultPrevented).toBe(false);
    expect(await options()).toHaveLength(2);
  });

  it.each(['ben@example.com', 'See /etc/hosts and a@b', '@nobody', '/usr/bin/node'])(
    'leaves %j alone',
    async (words) => {
      await userEvent.type(box(), words);
      await waitFor(() => expect(screen.queryByTestId('offers')).toBeNull());
      await userEvent.keyboard('{Enter}');
      expect(sent.map(({ text }) => text)).toEqual([words]);
    },
  );

  it('says why a resource could not be attached, and what of it was left out', async () => {
    answers['/api/offers'] = () =>
      Response.json({ error: { code: 'bad_request', message: 'It holds nothing.' } }, { status: 400 });
    await userEvent.type(box(), '@ro');
    await options();
    await userEvent.keyboard('{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('It holds nothing.');
    answers['/api/offers'] = () => ({ attachments: [attachment('one')], left: 2 });
    await userEvent.type(box(), '@ro');
    await options();
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText(/2 parts were left out/)).toBeTruthy();
    expect(await chips()).toHaveLength(3);
  });

  it('gives up what is taken away while it is on its way', async () => {
    answers['/api/offers'] = () => new Promise(() => {});
    await userEvent.type(box(), '@ro');
    await options();
    await userEvent.keyboard('{Enter}');
    expect(await chips()).toEqual(['Roadmapasking notes…']);
    await userEvent.click(screen.getByRole('button', { name: 'Remove Roadmap' }));
    await waitFor(() => expect(path('/api/offers').at(-1)?.signal?.aborted).toBe(true));
    expect(screen.queryByTestId('chosen-file')).toBeNull();
  });
});

describe('/', () => {
  it('asks for what a prompt wants to know, with proposals, and puts its words before the person', async () => {
    const note = attachment('note', { source: { server: 'notes', prompt: 'review', vouched: false } });
    answers['/api/offers/prompt'] = () => ({ text: 'Review 2026-10.', attachments: [note], left: 0 });
    await userEvent.type(box(), '/rev');
    await options();
    expect(screen.getByText('No answer from slow.')).toBeTruthy();
    await userEvent.keyboard('{Enter}');
    const form = within(await screen.findByRole('dialog', { name: 'Review' }));
    const month = form.getByRole('combobox', { name: 'month' });
    await userEvent.click(month);
    expect(await form.findAllByRole('option')).toHaveLength(2);
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}{Enter}');
    expect((month as HTMLInputElement).value).toBe('2026-10');
    expect(path('/api/offers/complete')[0]?.body).toEqual({
      server: 'notes',
      of: { prompt: 'review' },
      field: 'month',
      value: '',
      others: {},
    });
    expect(path('/api/offers/prompt')).toEqual([]);
    await userEvent.click(form.getByRole('button', { name: 'Put into the message' }));
    await waitFor(() => expect(box().value).toBe('Review 2026-10.'));
    expect(path('/api/offers/prompt')[0]?.body).toEqual({
      server: 'notes',
      name: 'review',
      values: { month: '2026-10' },
    });
    expect(sent).toEqual([]);
    // The note about the origin goes together with the words, and only with them.
    expect(await chips()).toEqual(['noteprompt of notes, not vouched for']);
    await userEvent.click(screen.getByRole('button', { name: 'Take back the prompt note with its words' }));
    expect(box().value).toBe('');
    await waitFor(() => expect(screen.queryByTestId('chosen-file')).toBeNull());
  });

  it('is the first sign of a message, or none', async () => {
    await userEvent.type(box(), 'and/or');
    expect(path('/api/offers?kind=prompts')).toEqual([]);
  });
});
