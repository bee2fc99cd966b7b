// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ForAdmins, Missing, MissingShare } from './missing';

vi.mock('./top-bar', () => ({ TopBar: () => null }));
vi.mock('./page-title', () => ({ PageTitle: () => null }));
vi.mock('./workspace', () => ({ useWorkspace: () => ({ viewer: { role: 'member' } }) }));
vi.mock('./workspace-link', () => ({ WorkspaceLink: () => null }));

afterEach(cleanup);

it('says of a page that only admins read, and of a chat that there is none', () => {
  render(<ForAdmins title="Activity" />);
  expect(screen.getByRole('heading').textContent).toBe('Only admins read this');
  cleanup();
  render(<Missing />);
  expect(screen.getByRole('heading').textContent).toBe('There is no such chat');
  cleanup();
  const { container } = render(<MissingShare />);
  expect(screen.getByRole('heading').textContent).toBe('This link leads to no chat');
  expect(container.textContent).toContain('It was withdrawn, or');
});
