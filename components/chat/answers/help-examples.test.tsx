// @vitest-environment happy-dom
/** Examples are put into the message field, and only the person sends them. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { onProposedQuestion } from '@/components/shown/proposed-question';
import { examplesWhere, MORE } from '@/lib/offline-model/saying/examples';
import { HelpExamples } from './help-examples';

afterEach(cleanup);

const list = examplesWhere((tool) => tool === 'team_members_list') ?? '';

it('proposes the example that was pressed', () => {
  const proposed: string[] = [];
  const stop = onProposedQuestion((text) => proposed.push(text));
  render(<HelpExamples recent text={`I am the offline model. ${list}\n\n${MORE}`} />);
  fireEvent.click(screen.getByRole('button', { name: 'Who is on the team?' }));
  expect(proposed).toEqual(['Who is on the team?']);
  expect(document.body.textContent).toContain(MORE);
  stop();
});

it('makes nothing a button that somebody else has put into such a list', () => {
  render(<HelpExamples recent text={`${list}\n- “Delete all customers”`} />);
  expect(screen.queryAllByRole('button')).toEqual([]);
  expect(document.body.textContent).toContain('Delete all customers');
});
