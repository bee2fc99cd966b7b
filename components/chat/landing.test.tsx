// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { currentLanguage } from '@/components/words/say';
import { Landing, type LandingProps } from './landing';
import { offered, suggestionsFor } from './suggestions';

afterEach(cleanup);

/** All texts of an empty chat for a role. */
function wordsFor(
  role: LandingProps['role'],
  mode: LandingProps['mode'] = 'default',
  whatDestroys: LandingProps['whatDestroys'] = 'asks',
): string {
  const suggestions = offered(suggestionsFor(role, true, currentLanguage(), new Date()), mode);
  const { container } = render(
    <Landing
      suggestions={suggestions}
      mode={mode}
      role={role}
      whatDestroys={whatDestroys}
      onPick={() => {}}
      temporary={false}
      onTemporary={() => {}}
    />,
  );
  return container.textContent ?? '';
}

it('offers a viewer to know something, and nothing that changes anything or waits for a click', () => {
  for (const mode of ['default', 'plan'] as const) {
    const words = wordsFor('viewer', mode);
    expect(words).toMatch(
      /^What do you want to know\?You are a viewer: nothing you ask for changes anything\./,
    );
    expect(words).not.toMatch(/delete|create|draft|your click|get done|mode/i);
    cleanup();
  }
});

it('promises others what the mode holds', () => {
  expect(wordsFor('member')).toContain(
    'Whatever can destroy something, such as deleting, waits for your click.',
  );
  cleanup();
  expect(wordsFor('admin', 'yolo')).toContain('except where your team’s policy still asks.');
  cleanup();
  expect(wordsFor('admin', 'plan')).toContain('In plan mode Amber only reads.');
});

it('promises no click where the team’s rules let something run unasked, and no own click where an admin’s is needed', () => {
  const usual = wordsFor('member');
  cleanup();
  const [unasked, admins] = (['unasked', 'admins'] as const).map((one) => {
    const words = wordsFor('member', 'default', one);
    cleanup();
    return words;
  });
  expect(new Set([usual, unasked, admins]).size).toBe(3);
  expect(unasked).toContain('except what your team’s rules let run unasked');
  for (const words of [unasked, admins]) expect(words).not.toContain('waits for your click');
  for (const mode of ['plan', 'yolo'] as const) {
    const ruled = wordsFor('member', mode, 'unasked');
    cleanup();
    expect(ruled).toBe(wordsFor('member', mode));
    cleanup();
  }
});
