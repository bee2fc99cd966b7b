// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { UNASKED } from '@/lib/execution/call-record';
import { UnaskedLine } from './unasked-line';

afterEach(cleanup);

it.each(UNASKED)('says that a call ran unasked by the rule %s', (rule) => {
  render(<UnaskedLine rule={rule} />);
  expect(screen.getByTestId('ran-unasked').dataset.rule).toBe(rule);
});

it.each(['reads', 'of a later version', undefined])('says nothing of the rule %s', (rule) => {
  render(<UnaskedLine rule={rule} />);
  expect(screen.queryByTestId('ran-unasked')).toBeNull();
});
