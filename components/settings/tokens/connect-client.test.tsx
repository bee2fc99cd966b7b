// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ConnectClient } from './connect-client';

const PLACEHOLDER = 'YOUR_TOKEN';

const URL_HERE = 'https://amber.example/api/mcp';

afterEach(cleanup);

test('each client has its settings, and a button that copies exactly these', async () => {
  const copied: string[] = [];
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void copied.push(text) } });
  render(<ConnectClient url={URL_HERE} token="amb_new" />);
  const buttons = screen.getAllByRole('button', { name: /^Copy what .+ needs$/ });
  expect(buttons).toHaveLength(8);
  for (const button of buttons) {
    button.click();
    await vi.waitFor(() => expect(button.closest('li')?.textContent).toContain('Copied.'));
  }
  const shown = screen.getAllByRole('listitem').map((item) => item.querySelector('pre')?.textContent);
  expect(copied).toEqual(shown);
  for (const text of copied) expect(text).toContain('Bearer amb_new');
  vi.unstubAllGlobals();
});

test('a token that nobody can be told any more has a place that is named', () => {
  render(<ConnectClient url={URL_HERE} token={null} />);
  expect(screen.getByText(new RegExp(`Put your token in place of ${PLACEHOLDER}`))).toBeDefined();
  expect(screen.getByText(/mcp_servers\.amber/).textContent).toContain(`Bearer ${PLACEHOLDER}`);
});
