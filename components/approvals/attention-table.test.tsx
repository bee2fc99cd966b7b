// @vitest-environment happy-dom
/** Figures are Amber's own words in every language; a server's name is not. */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { messagesOf } from '@/components/words/catalogue';
import { speak } from '@/components/words/say';
import { AttentionTable } from './attention-table';

afterEach(() => {
  cleanup();
  speak({ locale: 'en', messages: messagesOf('en') });
});

it('shows a German per cent sign without naming the space before it, and still what hides in a name', () => {
  speak({ locale: 'de', messages: messagesOf('de') });
  const tool = {
    server: 'shop',
    tool: 'order\u00a0cancel',
    title: null,
    calls: 4,
    asked: 2,
    confirmed: 1,
    cancelled: 1,
    expired: 0,
    confirmedShare: 0.5,
    medianSeconds: 3,
    trusted: true,
    grantable: true,
  };
  render(<AttentionTable tools={[tool]} />);
  expect(screen.getByText(/^50\s%$/)).toBeTruthy();
  expect(screen.getAllByText('U+00A0')).toHaveLength(1);
});
