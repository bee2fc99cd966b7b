// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { QueuedMessages } from './queued-messages';

const TWO = [
  { id: 'a', text: 'First' },
  { id: 'b', text: 'Second' },
];

afterEach(cleanup);

describe('messages that wait', () => {
  it('stand under each other, marked, each with its own button', async () => {
    const withdrawn: string[] = [];
    render(
      <QueuedMessages
        isRunning
        staysInSight
        queued={TWO}
        onWithdraw={async (id) => void withdrawn.push(id)}
      />,
    );
    const [first, second] = await screen.findAllByTestId('queued-message');
    expect(first?.textContent).toBe('FirstQueued, sent nextWithdraw');
    expect(second?.textContent).toBe('SecondQueuedWithdraw');
    const button = within(second as HTMLElement).getByRole('button', { name: 'Withdraw' });
    const described = document.getElementById(button.getAttribute('aria-describedby') ?? '');
    expect(described?.textContent).toBe('Second');
    await userEvent.click(button);
    expect(withdrawn).toEqual(['b']);
    expect(screen.getByRole('status').textContent).toBe('2 messages are queued');
  });

  it('cannot be taken back by those who only read', async () => {
    render(<QueuedMessages isRunning staysInSight queued={TWO} onWithdraw={undefined} />);
    expect(await screen.findAllByTestId('queued-message')).toHaveLength(2);
    expect(screen.queryByRole('button')).toBeNull();
  });
});
