// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { CallDetails } from './call-details';
import type { ToolPart } from './call-status';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('show a list of lists among the arguments as a table, and the result below', () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  const values = [
    ['name', 'qty'],
    ['apple', 3],
  ];
  const part: ToolPart = {
    type: 'dynamic-tool',
    toolName: 'write_sheet',
    toolCallId: 'call-1',
    state: 'output-error',
    input: { fileAbsolutePath: '/book.xlsx', values },
    errorText: 'No such file.',
  };
  render(<CallDetails part={part} origin={{ name: 'write_sheet', server: 'excel', trusted: false }} />);
  const cells = screen.getAllByRole('cell').map(({ textContent }) => textContent);
  expect(cells).toEqual(['name', 'qty', 'apple', '3']);
  expect([...document.querySelectorAll('dt')].map(({ textContent }) => textContent)).toEqual([
    'fileAbsolutePath',
  ]);
  expect(screen.getByText('No such file.')).toBeTruthy();
});
