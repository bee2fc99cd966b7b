// @vitest-environment happy-dom
import { act, cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Composer, type ComposerProps } from './composer';

let sent: string[];
let takesMessages: boolean;

const giveBack: ComposerProps['giveBack'] = createRef();

interface Change {
  hasQueue?: boolean;
  isRunning?: boolean;
  onStop?: () => void;
  givesWay?: boolean;
  readsNoFiles?: boolean;
  chatId?: string | null;
}

function composer(change: Change) {
  const onSend = async (text: string) => {
    sent.push(text);
    return takesMessages;
  };
  const props = {
    field: createRef<HTMLTextAreaElement>(),
    personId: 'p',
    chatId: 'c',
    note: 'A model',
    modeSwitch: null,
    giveBack,
    hasQueue: false,
  };
  return (
    <Composer
      isRunning={false}
      onSend={onSend}
      onStop={() => {}}
      focusAtFirst={false}
      givesWay={false}
      readsNoFiles={false}
      {...props}
      {...change}
    />
  );
}

const show = (change: Change = {}) => render(composer(change));

const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });

beforeEach(() => {
  sent = [];
  takesMessages = true;
  sessionStorage.clear();
});
afterEach(cleanup);

describe('Composer', () => {
  it('sends with Enter and with the button, and is empty then', async () => {
    show();
    await userEvent.type(box(), '  Hello {Enter}');
    await userEvent.type(box(), 'again');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(sent).toEqual(['Hello', 'again']);
    expect(box().value).toBe('');
  });

  it('takes back a message that waited, before what has been typed, and says so until that is touched', async () => {
    show();
    act(() => giveBack.current?.('Second'));
    expect(box().value).toBe('Second');
    expect(screen.getByRole('status').textContent).toBe('Taken back, not sent');
    act(() => {
      giveBack.current?.('First');
      giveBack.current?.('Zeroth');
    });
    expect(box().value).toBe('Zeroth\nFirst\nSecond');
    await userEvent.type(box(), '.');
    expect(screen.getByRole('status').textContent).toBe('');
    expect(sent).toEqual([]);
  });

  it('says of Stop that it takes back what waits', () => {
    const { rerender } = show({ isRunning: true });
    expect(screen.getByRole('button', { name: 'Stop' }).title).toBe('Stop');
    rerender(composer({ isRunning: true, hasQueue: true }));
    expect(screen.getByRole('button', { name: 'Stop' }).title).toBe('Stop, and take back what is queued');
  });

  it('breaks the line with Shift+Enter', async () => {
    show();
    await userEvent.type(box(), 'one{Shift>}{Enter}{/Shift}two');
    expect(sent).toEqual([]);
    expect(box().value).toBe('one\ntwo');
  });

  it('breaks the line with Enter where the keyboard is on the screen; its button sends', async () => {
    const touched = vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
      const list = new EventTarget() as MediaQueryList;
      return Object.assign(list, { matches: /hover: none/.test(query), media: query });
    });
    show();
    await userEvent.type(box(), 'one{Enter}two');
    expect(box().value).toBe('one\ntwo');
    expect(sent).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(sent).toEqual(['one\ntwo']);
    touched.mockRestore();
  });

  it('leaves Enter to whoever composes a character with it', async () => {
    show();
    await userEvent.type(box(), 'にほん');
    const enter = createEvent.keyDown(box(), { key: 'Enter', isComposing: true });
    fireEvent(box(), enter);
    expect(sent).toEqual([]);
    expect(enter.defaultPrevented).toBe(false);
  });

  it('sends nothing that is empty', async () => {
    show();
    await userEvent.type(box(), '   {Enter}');
    expect(sent).toEqual([]);
    const button = screen.getByRole('button', { name: 'Send' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(button);
    expect(sent).toEqual([]);
  });

  it('gives the text back when it was not taken, before what was typed meanwhile', async () => {
    takesMessages = false;
    show();
    await userEvent.type(box(), 'Hello{Enter}');
    await screen.findByDisplayValue('Hello');
    expect(sent).toEqual(['Hello']);
  });

  it('offers Stop while a run goes on, whatever is typed', async () => {
    let stops = 0;
    show({ isRunning: true, onStop: () => (stops += 1) });
    await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
    await userEvent.type(box(), 'Next');
    await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
    expect(stops).toBe(2);
    expect(sent).toEqual([]);
    expect(box().value).toBe('Next');
  });

  it('takes the second click of a double click for neither Stop nor Send, and a later one for what it is', () => {
    let stops = 0;
    const onStop = () => (stops += 1);
    /** @param nth which click of a double click it is, as browsers count */
    const press = (name: string, nth = 1) => {
      const button = screen.getByRole('button', { name });
      fireEvent.pointerDown(button);
      fireEvent.click(button, { detail: nth });
    };
    const { rerender } = show();
    fireEvent.change(box(), { target: { value: 'Hello' } });
    press('Send');
    rerender(composer({ isRunning: true, onStop }));
    press('Stop', 2);
    press('Stop', 3);
    expect([sent, stops]).toEqual([['Hello'], 0]);
    fireEvent.change(box(), { target: { value: 'Next' } });
    press('Stop');
    rerender(composer({ isRunning: false }));
    press('Send', 2);
    expect([sent, stops]).toEqual([['Hello'], 1]);
    press('Send');
    expect(sent).toEqual(['Hello', 'Next']);
  });

  it('takes a press for what the button was when it began, and a held key once', () => {
    let stops = 0;
    const { rerender } = show();
    fireEvent.pointerDown(screen.getByRole('button', { name: 'Send' }));
    rerender(composer({ isRunning: true, onStop: () => (stops += 1) }));
    const stop = screen.getByRole('button', { name: 'Stop' });
    fireEvent.click(stop);
    expect(stops).toBe(0);
    expect(fireEvent.keyDown(stop, { key: ' ', repeat: true })).toBe(false);
    fireEvent.keyDown(stop, { key: ' ' });
    fireEvent.click(stop);
    expect(stops).toBe(1);
  });

  it('queues with Enter, and with a button that is there when there is text', async () => {
    show({ isRunning: true });
    const queue = () => screen.queryByRole('button', { name: 'Queue message' });
    expect(queue()).toBeNull();
    await userEvent.type(box(), 'One{Enter}');
    expect(sent).toEqual(['One']);
    expect(queue()).toBeNull();
    await userEvent.type(box(), 'Two');
    await userEvent.click(queue() as HTMLElement);
    expect(sent).toEqual(['One', 'Two']);
    expect(box().value).toBe('');
  });

  it('leaves the focus on the button that stopped a run, which sends then', async () => {
    const { rerender } = show({ isRunning: true });
    for (let nth = 0; nth < 3; nth++) await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Stop' }));
    rerender(composer({ isRunning: false }));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Send' }));
  });

  it('remembers what was not sent', async () => {
    const first = show();
    await userEvent.type(box(), 'Half a thought');
    first.unmount();
    show();
    expect(await screen.findByDisplayValue('Half a thought')).toBeTruthy();
    await userEvent.type(box(), '{Enter}');
    cleanup();
    show();
    expect(box().value).toBe('');
  });

  it('takes one line on small screens while a person is wanted elsewhere, until somebody writes in it', () => {
    const isBrief = () =>
      screen
        .getByRole('button', { name: 'Attach files' })
        .parentElement?.classList.contains('max-[479px]:hidden');
    const { rerender } = render(composer({ givesWay: true }));
    expect(isBrief()).toBe(true);
    act(() => screen.getByRole('button', { name: 'Send' }).focus());
    expect(isBrief()).toBe(true);
    act(() => box().focus());
    expect(isBrief()).toBe(false);
    act(() => box().blur());
    expect(isBrief()).toBe(false);
    rerender(composer({ givesWay: false }));
    expect(isBrief()).toBe(false);
    rerender(composer({ givesWay: true }));
    expect(isBrief()).toBe(true);
  });

  it('takes one line as well where its empty field had the focus before a card came, and not where something is typed', async () => {
    const isBrief = () =>
      screen
        .getByRole('button', { name: 'Attach files' })
        .parentElement?.classList.contains('max-[479px]:hidden');
    const { rerender } = render(composer({ givesWay: false }));
    act(() => box().focus());
    rerender(composer({ givesWay: true }));
    expect(document.activeElement).toBe(box());
    expect(isBrief()).toBe(true);
    await userEvent.type(box(), 'But');
    expect(isBrief()).toBe(false);
    rerender(composer({ givesWay: false }));
    rerender(composer({ givesWay: true }));
    expect(isBrief()).toBe(false);
  });

  it('says before anything is sent that the model reads no files', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => {}));
    const { container } = render(composer({ readsNoFiles: true }));
    expect(container.textContent).not.toContain('reads no files');
    fireEvent.paste(box(), { clipboardData: { files: [new File(['a'], 'ledger.csv')], types: ['Files'] } });
    await screen.findByText(/The offline model reads no files/);
    vi.unstubAllGlobals();
  });

  it('leaves nothing for the next new chat of what was typed before this one was made', async () => {
    const { rerender } = render(composer({ chatId: null }));
    await userEvent.type(box(), 'And');
    expect(Object.values(sessionStorage)).toEqual(['And']);
    rerender(composer({ chatId: 'c' }));
    expect(Object.entries(sessionStorage)).toEqual([['amber-draft-p-c', 'And']]);
  });
});
