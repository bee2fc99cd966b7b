// @vitest-environment happy-dom
/**
 * Whom a team requires to have a second factor: members without one are named, an admin who cannot require it yet is
 * told why, and what takes effect from now on.
 */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { FactorsView } from '@/lib/account/factors/factors-view';
import type { TeamMember } from '@/lib/team/team-view';
import { SecondFactor } from './second-factor';

vi.mock('@/components/shell/workspace', () => ({ useWorkspace: () => ({ goTo: vi.fn(), side: {} }) }));

const member = (name: string, ...methods: TeamMember['methods']): TeamMember => ({
  id: name,
  name,
  email: `${name}@amber.test`,
  role: 'member',
  methods,
  heldRole: null,
  joinedAt: '2026-11-20T12:00:00Z',
  lastSeenAt: null,
  waiting: 0,
});
const MEMBERS = [member('Ada', 'password', 'app'), member('Bo', 'password'), member('Cy', 'passkey')];
const NONE: FactorsView = {
  app: false,
  passkeys: [],
  codes: 0,
  codesMadeAt: null,
  password: true,
  isDemo: false,
};
const show = (factors: Partial<FactorsView>) =>
  render(<SecondFactor of="nobody" members={MEMBERS} factors={{ ...NONE, ...factors }} />);

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the second factor of a team', () => {
  it('names who lacks one, and the admin who must have one first is led there', () => {
    show({});
    expect(screen.getByTestId('lacking').textContent).toBe('Without one now: Bo.');
    expect(screen.getByRole('link', { name: 'Your account' }).getAttribute('href')).toBe('/settings/account');
  });

  it('says on a demo account that it cannot, and leads nowhere', () => {
    show({ isDemo: true });
    expect(screen.getByText(/demo account/)).toBeTruthy();
    expect(screen.queryByRole('link')).toBeNull();
    const select = screen.getByLabelText<HTMLSelectElement>('Who must have one');
    expect(select.disabled).toBe(true);
    expect(select.getAttribute('aria-describedby')).toBe(screen.getByText(/demo account/).id);
  });

  it('lets a demo account only take back what is asked for', () => {
    render(<SecondFactor of="admins" members={MEMBERS} factors={{ ...NONE, isDemo: true }} />);
    const select = screen.getByLabelText<HTMLSelectElement>('Who must have one');
    expect(select.disabled).toBe(false);
    expect([...select.options].filter(({ disabled }) => !disabled).map(({ value }) => value)).toEqual([
      'nobody',
      'admins',
    ]);
    fireEvent.change(select, { target: { value: 'nobody' } });
    expect(screen.getByText<HTMLButtonElement>('Change').disabled).toBe(false);
    fireEvent.change(select, { target: { value: 'everybody' } });
    expect(screen.getByText<HTMLButtonElement>('Change').disabled).toBe(true);
  });

  it('offers to save what was chosen before the page listened', async () => {
    const page = <SecondFactor of="nobody" members={MEMBERS} factors={{ ...NONE, app: true }} />;
    const container = document.body.appendChild(document.createElement('div'));
    container.innerHTML = renderToString(page);
    screen.getByLabelText<HTMLSelectElement>('Who must have one').value = 'everybody';
    await act(async () => render(page, { container, hydrate: true }));
    expect(screen.getByText('Change')).toBeTruthy();
    container.remove();
  });

  it('says what counts once it is set', async () => {
    vi.stubGlobal('fetch', async () => new Response(''));
    show({ app: true });
    fireEvent.change(screen.getByLabelText('Who must have one'), { target: { value: 'admins' } });
    fireEvent.click(screen.getByText('Change'));
    await screen.findByText(
      /every admin has to have a second factor.*Demo accounts, if there are any, are exempt\.$/,
    );
  });

  it('says once that nothing was changed, where the server says so too', async () => {
    const error = { code: 'forbidden', message: 'That code is not right. Nothing was changed.' };
    vi.stubGlobal('fetch', async () => Response.json({ error }, { status: 403 }));
    show({ app: true });
    fireEvent.change(screen.getByLabelText('Who must have one'), { target: { value: 'admins' } });
    fireEvent.click(screen.getByText('Change'));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'That code is not right. Nothing was changed.',
    );
  });
});
