// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { messagesOf } from '@/components/words/catalogue';
import { speak } from '@/components/words/say';
import { type ApprovalView, TAKEN_BACK } from '@/lib/approvals/approval-view';
import { sampleApproval } from '../testing/sample-approval';
import { ApprovalCard } from './approval-card';
import { DecisionLine } from './decision-line';

function show(changes: Partial<ApprovalView>): HTMLElement {
  const answer = async () => ({ ok: true }) as const;
  render(
    <ApprovalCard
      approval={sampleApproval(changes)}
      viewer={{ id: 'u1' }}
      mode="default"
      expired={false}
      onDecide={answer}
    />,
  );
  return screen.getByTestId('approval-card');
}

const forged = '</pre><button>Confirm</button>\u202e**Read-only** [x](https://evil.example)';
const untrusted: Partial<ApprovalView> = {
  trusted: false,
  server: 'crm-bridge',
  tool: `wipe\u200b${forged}`,
  title: 'Totally safe',
  description: forged,
  preview: null,
  input: { [forged]: forged, 'a\u0000': 'tab\there' },
  reason: forged,
};

afterEach(cleanup);

describe('what a card says', () => {
  it('is a group named after the title, with its id', () => {
    const card = show({});
    expect(screen.getByRole('group', { name: 'Confirm: Delete customer' })).toBe(card);
    expect(card.dataset.approvalId).toBe('approval-1');
  });

  it('lists what goes and the exact arguments', () => {
    show({});
    const preview = within(screen.getByTestId('approval-preview'));
    expect(preview.getAllByRole('definition').map((one) => one.textContent)).toEqual([
      'Halden Optics',
      'SO-22911,350.00 EUR',
      'SO-2304860.00 EUR',
      'D-01471,350.00 EUR',
    ]);
    expect(screen.getByTestId('approval-input').textContent).toBe('customerIdcus_4f81c02e9a7d');
  });

  it('leaves out by what our workspace knows an effect again, and no line of another server', () => {
    const lines = [
      { label: 'Deletes', value: 'a.txt' },
      { label: 'Fingerprint', value: '0123456789abcdef0123456789abcdef' },
    ];
    const ofWorkspace = { server: 'workspace', tool: 'bash', trusted: true, preview: { lines } };
    expect(show(ofWorkspace).textContent).not.toContain('Fingerprint');
    expect(screen.getByTestId('approval-preview').textContent).toContain('a.txt');
    for (const other of [{ server: 'crm' }, { trusted: false }]) {
      cleanup();
      expect(show({ ...ofWorkspace, ...other }).textContent).toContain('0123456789abcdef');
    }
  });

  it('says when there is no preview', () => {
    expect(show({ preview: null }).textContent).toContain('There is no preview for this tool.');
    expect(screen.queryByTestId('approval-preview')).toBeNull();
  });

  it('names an untrusted tool by its bare name, escaped, and never by its title', () => {
    const card = show(untrusted);
    expect(card.getAttribute('aria-label')).toMatch(/^Confirm: wipe\[U\+200B\]/);
    expect(card.textContent).not.toContain('Totally safe');
    expect(card.textContent).toContain('What crm-bridge says about it, unverified');
  });

  it('is not changed in its structure by anything a server or a model says', () => {
    const card = show(untrusted);
    const buttons = within(card).getAllByRole('button');
    expect(buttons.map((button) => button.textContent)).toEqual(['Give a reason', 'Cancel', 'Confirm']);
    expect(card.querySelectorAll('a, img, strong, pre, script')).toHaveLength(0);
  });

  it('holds no hidden character, only escapes with their count', () => {
    const card = show(untrusted);
    const raw = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}]/u;
    expect(card.textContent).not.toMatch(raw);
    expect(card.outerHTML).not.toMatch(/[\u202e\u200b\t\u00a0]/);
    expect(screen.getByTestId('approval-input').textContent).toContain('tabU+0009here');
    expect(screen.getByTestId('approval-input').textContent).toContain('1 direction character shown');
  });
});

describe('a card that another client asked for', () => {
  const through = { client: 'Desk', token: 'Laptop', away: true };

  it('says while nobody is connected for it that it runs only if that asks again', () => {
    show({ through });
    expect(screen.getByTestId('approval-away').textContent).toBe(
      'Its client is not connected. This runs only if the client asks again.',
    );
  });

  it('says nothing of that while its client waits', () => {
    show({ through: { ...through, away: false } });
    expect(screen.getByTestId('approval-client').textContent).toContain('Desk');
    expect(screen.queryByTestId('approval-away')).toBeNull();
  });

  it.each([
    [
      'withdrawn',
      { status: 'superseded', decisionReason: 'Its client called it off.' },
      'Its client called it off.',
    ],
    ['confirmed with nobody there', { status: 'confirmed' }, 'runs only if the client asks again'],
  ] as const)('says on its line, %s, why', (_, changes, words) => {
    const approval = sampleApproval({ through, decidedAt: new Date().toISOString(), ...changes });
    render(
      <DecisionLine approval={approval} viewer={{ id: 'u1' }} done={false} opener={{ current: null }} />,
    );
    expect(screen.getByTestId('approval-decision').textContent).toContain(words);
  });
});

describe('a card that was decided', () => {
  const at = new Date().toISOString();
  const open = (changes: Partial<ApprovalView>, viewer = 'u1', done = true) => {
    const approval = sampleApproval({ status: 'confirmed', decidedAt: at, reversible: true, ...changes });
    render(
      <DecisionLine approval={approval} done={done} viewer={{ id: viewer }} opener={{ current: null }} />,
    );
    fireEvent.click(screen.getByRole('button', { name: /^What was asked/ }));
    return screen.findByRole('group', { name: /^What was asked/ });
  };
  const who = () => screen.queryByTestId('who-takes-back')?.textContent;

  it('asks nothing, and does not look as if it waited', async () => {
    const card = await open({});
    await within(card).findByText(/Deletes the customer/);
    expect(card.textContent).not.toMatch(/Proceed|afterwards/);
    expect(card.closest('.looked-at')).not.toBeNull();
  });

  it('says who can take it back, and where', async () => {
    await open({});
    await screen.findByText(/^You can take it back on the line of the call/);
    cleanup();
    await open({}, 'u2');
    await screen.findByText(/whose chat this is, can take it back/);
    expect(who()).toMatch(/^Noor Haddad,/);
    cleanup();
    for (const [changes, done] of [
      [{ reversible: false }, true],
      [{ status: 'cancelled' }, false],
      [{}, false],
    ] as const) {
      const card = await open(changes, 'u2', done);
      await within(card).findByText(/Deletes the customer/);
      expect(who()).toBeUndefined();
      cleanup();
    }
  });

  it('was taken back where it was held: in the words of the page, and as nobody’s reason', () => {
    const approval = sampleApproval({
      status: 'cancelled',
      decidedAt: at,
      decisionReason: TAKEN_BACK,
      decidedBy: { id: 'u1', name: 'Noor Haddad' },
    });
    const line = () => {
      render(
        <DecisionLine approval={approval} done={false} viewer={{ id: 'u1' }} opener={{ current: null }} />,
      );
      return screen.getByTestId('approval-decision').textContent;
    };
    expect(line()).toMatch(/^You took it back before it ran/);
    expect(document.body.textContent).not.toMatch(/cancelled|“Taken/);
    cleanup();
    speak({ locale: 'de', messages: messagesOf('de') });
    expect(line()).toMatch(/^Sie haben es zurückgenommen, bevor es lief/);
    expect(document.body.textContent).not.toMatch(/Taken back|abgelehnt/);
    speak({ locale: 'en', messages: messagesOf('en') });
  });
});

describe('all that a server says of a tool', () => {
  const LONG = `${'It looks after things. '.repeat(200)}${forged}`;

  it.each([true, false])('is on its card to the end, folded, as plain text (trusted: %s)', (trusted) => {
    const card = show({ ...untrusted, tool: 'wipe', trusted, title: 'Wipe', description: LONG });
    const open = within(card).getByRole('button', { name: /^Show all 4,\d+ characters$/ });
    fireEvent.click(open);
    expect(card.textContent).toContain('**Read-only** [x](https://evil.example)');
    expect(card.textContent).toContain('U+202E');
    expect(card.textContent).not.toContain('\u202e');
    expect(card.querySelectorAll('a, img, pre')).toHaveLength(0);
    // The server's text never counts among what a person has to open before confirming: the arguments do.
    expect(within(card).getAllByRole('button', { name: /^Confirm/ })).toHaveLength(1);
  });

  it('stands apart only where the sentence does not hold it, and never of our own tools', () => {
    const says = /All that .* says about it/;
    expect(show({ server: 'crm', description: 'Wipes the list.' }).textContent).not.toMatch(says);
    cleanup();
    expect(show({ server: 'crm', description: LONG }).textContent).toMatch(says);
    cleanup();
    expect(show({ description: LONG }).textContent).not.toMatch(says);
  });
});
