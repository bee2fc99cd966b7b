/** Questions of a program to a person, over one connection for all its calls. */
import { expect, it } from 'vitest';
import { NEVER, setUp, toolNamed } from '@/lib/connections/testing/connections';
import { programConfig, smallServer } from '@/lib/connections/testing/programs';

const { connect } = setUp();

it('what a program asks while several calls are under way is put to nobody, and all of them are told', async () => {
  const program = smallServer(`
    const tools = () => [tool('t')];
    const open = [];
    const call = (params, answer) => {
      open.push(answer);
      if (open.length < 2) return;
      const requestedSchema = { type: 'object', properties: { name: { type: 'string' } } };
      say({ id: 'q', method: 'elicitation/create', params: { message: 'Your name?', requestedSchema } });
    };
    const before = hear;
    hear = (message) => {
      if (message.method) return before(message);
      for (const answer of open) answer(text(message.result.action));
    };`);
  const connections = connect([programConfig('s', { args: [program] })], { patienceMs: 60_000 });
  const tool = toolNamed(await connections.list(), 't');
  const told: string[] = [];
  const call = (callId: string) =>
    connections.call(tool, {}, NEVER, {
      callId,
      onSend() {},
      onElicit: async () => {
        told.push('asked');
        return { action: 'decline' };
      },
      onUnclear: async () => told.push(callId),
    });
  const answers = await Promise.all([call('one'), call('two')]);
  expect(answers.map(({ text }) => text)).toEqual(['cancel', 'cancel']);
  expect(told.sort()).toEqual(['one', 'two']);
});
