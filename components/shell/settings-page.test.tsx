// @vitest-environment happy-dom
/** The settings navigation on a narrow screen: folded, and opened and closed by keyboard. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { SettingsPage } from './settings-page';

vi.mock('next/navigation', () => ({ usePathname: () => '/settings/memory' }));
vi.mock('./workspace', () => ({ useWorkspace: () => ({ viewer: { role: 'admin' } }) }));
vi.mock('./use-tools-to-look-at', () => ({ useToolsToLookAt: () => 2 }));
vi.mock('./workspace-link', () => ({
  WorkspaceLink: (props: { href: string; children: string }) => <a {...props} />,
}));
vi.mock('./page', () => ({
  Page: ({ beside, children }: { beside: unknown; children: unknown }) => [beside, children],
}));

afterEach(cleanup);

it('unfolds by its button, and is put away by Escape, which leaves the keyboard at the button', () => {
  render(<SettingsPage name="memory">Words</SettingsPage>);
  const button = screen.getByRole('button', { name: /^All settings/ });
  const list = document.getElementById(button.getAttribute('aria-controls') ?? '');
  const isFolded = () => list?.classList.contains('hidden');
  expect([button.getAttribute('aria-expanded'), isFolded()]).toEqual(['false', true]);
  // A count inside is still shown while it is folded.
  expect(button.textContent).toContain('2');
  fireEvent.click(button);
  expect([button.getAttribute('aria-expanded'), isFolded()]).toEqual(['true', false]);
  const here = screen.getByText('Memory', { selector: 'a *' });
  expect(here.closest('a')?.getAttribute('aria-current')).toBe('page');
  here.closest('a')?.focus();
  fireEvent.keyDown(here, { key: 'Escape' });
  expect([button.getAttribute('aria-expanded'), document.activeElement]).toEqual(['false', button]);
});
