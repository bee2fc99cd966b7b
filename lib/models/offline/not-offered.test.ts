/** What people have denied is said to be so, and not that nothing here does it. */
import { expect, it } from 'vitest';
import { printInstructions } from '@/lib/agent/instructions';
import type { Caller } from '@/lib/people/caller';
import type { ConnectedTool } from '@/lib/tools/types';
import { plan } from './plan';
import { failed } from './say';
import { calendarTools } from './testing/calendar-tools';
import { asFunctions } from './testing/fake-tools';
import { TODAY } from './testing/talk';
import { readToolbox } from './toolbox';

const caller: Caller = { userId: 'u', userName: 'N', teamId: 't', teamName: 'T', role: 'member' };

function saying(message: string, ...denied: Pick<ConnectedTool, 'modelName' | 'trusted'>[]) {
  const content = printInstructions(caller, [], 'default', TODAY, { denied: denied as ConnectedTool[] });
  const prompt = [
    { role: 'system' as const, content },
    { role: 'user' as const, content: [{ type: 'text' as const, text: message }] },
  ];
  return plan({ prompt, tools: asFunctions(calendarTools) }, TODAY);
}

const words = 'Delete customer Halden Optics';

it('names the policy where a tool that is denied would do it', () => {
  for (const modelName of ['customer_delete', 'crm__customer_delete']) {
    const { say, calls } = saying(words, { modelName, trusted: true });
    expect(calls).toEqual([]);
    expect(say).toBe(
      'Your team’s policy does not allow that: nobody may delete customer. Nothing was done; an admin can change the policy.',
    );
  }
});

it('does not where another is denied, or one of a server that nobody vouched for', () => {
  for (const denied of [
    { modelName: 'customer_update', trusted: true },
    { modelName: 'customer_delete', trusted: false },
  ]) {
    expect(saying(words, denied).say).not.toContain('policy');
  }
});

it('says once that nothing ran where the card could not be made', () => {
  const [tool] = readToolbox(asFunctions(calendarTools), false);
  if (!tool) throw new Error('No tool.');
  expect(failed(tool, 'Nothing was asked and nothing ran. There is no such customer.')).toMatch(
    /^I could not .*: There is no such customer\. Nobody was asked and nothing ran\.$/,
  );
});
