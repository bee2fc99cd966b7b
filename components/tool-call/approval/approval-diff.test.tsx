// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useScreen } from '../testing/screen';
import { ApprovalDiffs, foldedDiffs } from './approval-diff';

beforeEach(useScreen);
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const diffOf = (text: string, more = {}) => ({ path: 'src/a.ts', added: 1, removed: 1, text, ...more });

describe('what changes in a file', () => {
  it('is said line by line, with what was added and removed, and nothing hidden in it', () => {
    render(<ApprovalDiffs diffs={[diffOf('@@ -1,2 +1,2 @@\n same\n-old\u202e\n+<b>new</b>')]} />);
    const { textContent } = screen.getByRole('figure');
    expect(textContent).toContain('src/a.ts');
    expect(textContent).toContain('1 line added, 1 removed');
    expect(textContent).toContain('removed: old');
    expect(textContent).toContain('U+202E');
    expect(textContent).toContain('added: <b>new</b>');
    expect(document.querySelector('b')).toBeNull();
  });

  it('has to be opened where it is long, and says what has no room', () => {
    const long = diffOf(Array.from({ length: 40 }, (_, at) => `+line ${at}`).join('\n'), { notShown: 1200 });
    const onOpened = vi.fn();
    render(<ApprovalDiffs diffs={[long]} onOpened={onOpened} />);
    expect(foldedDiffs([diffOf('+a'), long])).toEqual(['diff 1 src/a.ts']);
    expect(screen.queryByText('line 39')).toBeNull();
    expect(screen.getByText(/1,200 more lines/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Show all 40 lines' }));
    expect(screen.getByText('line 39')).toBeTruthy();
    expect(onOpened).toHaveBeenCalledWith('diff 0 src/a.ts');
  });
});
