import { describe, expect, it } from 'vitest';
import { chooseTool } from './choose-tool';
import { readRequest } from './read-request';
import { calendarTools } from './testing/calendar-tools';
import { asFunctions, type FakeTool, params, text } from './testing/fake-tools';
import { TODAY } from './testing/talk';
import { ticketTools } from './testing/ticket-tools';
import { readToolbox } from './toolbox';

const choose = (request: string, tools: readonly FakeTool[]) => {
  const choice = chooseTool(readRequest(request, TODAY), readToolbox(asFunctions(tools)));
  return choice.kind === 'chosen' ? choice.call.tool.name : choice.kind;
};
const both = [...calendarTools, ...ticketTools];

describe('chooseTool', () => {
  it.each([
    ['Show my appointments', 'list-events'],
    ['Find bugs about login', 'tracker__searchIssues'],
    ['Show ticket WEB-12', 'tracker__getIssue'],
    ['Schedule a meeting "Plan" tomorrow at 10:00', 'create-event'],
    ['Open a new bug "No images"', 'tracker__createIssue'],
    ['Reschedule the event Team lunch to Monday', 'move-event'],
    ['Call off the meeting Team lunch', 'delete-event'],
    ['Close ticket WEB-12', 'tracker__closeIssue'],
    ['Vote for issue 12', 'tracker__voteIssue'],
  ])('%s: %s', (request, name) => {
    expect(choose(request, both)).toBe(name);
  });

  it('does not write for what is no order to write', () => {
    for (const request of [
      'events',
      'Which meeting was cancelled?',
      'Show deleted tickets',
      'the closed issue',
    ]) {
      expect(choose(request, both)).not.toMatch(/create|delete|close|move|assign|add|vote/);
    }
  });

  it('does not write where the thing is another, and says so', () => {
    for (const request of [
      'Delete the customer Halden Optics',
      'Book a flight to Berlin',
      'Write a poem using the first letter of the name',
      'Create a backup of everything',
      'Reconcile the statement',
    ]) {
      expect(choose(request, ticketTools)).toBe('cannot-write');
    }
  });

  it('does not read in place of writing', () => {
    const reading = both.filter((tool) => tool.risk === 'read-only');
    expect(choose('Delete the event Team lunch', reading)).toBe('cannot-write');
  });

  it('asks when two tools that write fit alike', () => {
    const write = { description: '', risk: 'write' as const, run: () => null };
    const twins = ['add_note', 'create_note'].map((name) => ({
      ...write,
      name,
      inputSchema: params({ 'text!': text() }),
    }));
    expect(choose('Add a note "Milk"', twins)).toBe('several');
  });

  it('prefers what does not destroy, where the verb allows both', () => {
    const base = { run: () => null, inputSchema: params({ 'userId!': text() }) };
    const tools: FakeTool[] = [
      { ...base, name: 'user_update', description: 'Updates a user.', risk: 'write' },
      { ...base, name: 'user_replace', description: 'Updates a user by replacing it.', risk: 'destructive' },
      {
        ...base,
        name: 'users_list',
        description: 'Lists users.',
        risk: 'read-only',
        inputSchema: params({ name: text() }),
      },
    ];
    expect(choose('Update user Kim', tools)).not.toBe('user_replace');
  });
});
