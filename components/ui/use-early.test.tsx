// @vitest-environment happy-dom
/** What was chosen or typed before hydration counts as if it had been chosen a moment later. */
import { act, cleanup, render, screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it } from 'vitest';
import { TextField } from './text-field';
import { useEarly } from './use-early';

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

/** As in a browser: first the server's HTML, then the person's input, and only then hydration. */
async function listensAfter(page: ReactNode, hands: (page: HTMLElement) => void) {
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(page);
  hands(container);
  await act(async () => render(page, { container, hydrate: true }));
}

const select = (page: HTMLElement) => page.querySelector('select') as HTMLSelectElement;

function Choice({ counts }: { counts: 'by a press' | 'at once' }) {
  const [chosen, setChosen] = useState('one');
  const field = useEarly<HTMLSelectElement>(chosen, counts === 'by a press' ? setChosen : undefined);
  return (
    <>
      <select {...field} value={chosen} onChange={(event) => setChosen(event.target.value)}>
        <option value="one">one</option>
        <option value="two">two</option>
      </select>
      <output>{chosen}</output>
    </>
  );
}

function Name() {
  const [name, setName] = useState('Ada');
  return (
    <>
      <TextField label="Name" value={name} onChange={setName} />
      <output>{name}</output>
    </>
  );
}

it('takes a choice over', async () => {
  await listensAfter(<Choice counts="by a press" />, (page) => {
    select(page).value = 'two';
  });
  expect(screen.getByRole('status').textContent).toBe('two');
  expect(select(document.body).value).toBe('two');
});

it('shows what holds again where a choice would count at once', async () => {
  await listensAfter(<Choice counts="at once" />, (page) => {
    select(page).value = 'two';
  });
  expect(screen.getByRole('status').textContent).toBe('one');
  expect(select(document.body).value).toBe('one');
});

it('takes over what was typed', async () => {
  await listensAfter(<Name />, (page) => {
    (page.querySelector('input') as HTMLInputElement).value = 'Bo';
  });
  expect(screen.getByRole('status').textContent).toBe('Bo');
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Bo');
});

it('has a browser bring back nothing that may not hold any more, where the page does not say otherwise', () => {
  const page = renderToString(
    <>
      <Choice counts="by a press" />
      <Choice counts="at once" />
      <Name />
      <TextField label="Code" value="" onChange={() => {}} autoComplete="one-time-code" />
      <TextField label="Email" name="email" />
    </>,
  );
  const fields = page.match(/<(?:select|input)[^>]*>/g) ?? [];
  expect(fields.map((field) => /autocomplete="([^"]*)"/i.exec(field)?.[1])).toEqual([
    ...['off', 'off', 'off', 'one-time-code', undefined],
  ]);
});

it('takes no line ends for somebody’s hands', async () => {
  const told: string[] = [];
  function Text() {
    const field = useEarly<HTMLTextAreaElement>('one\r\ntwo', (text) => told.push(text));
    return <textarea {...field} value={'one\r\ntwo'} readOnly />;
  }
  await listensAfter(<Text />, (page) => {
    // Normalised line ends, as a browser returns them whatever was set.
    Object.defineProperty(page.querySelector('textarea'), 'value', { get: () => 'one\ntwo', set: () => {} });
  });
  expect(told).toEqual([]);
});
