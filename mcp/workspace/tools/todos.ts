/** The to-do list of a chat. */
import { z } from 'zod';
import { READ_ONLY, WRITE } from '../../annotations';
import { defineTool } from '../define-tool';

const todo = z.strictObject({
  text: z.string().min(1).max(500).describe('What is to be done'),
  status: z.enum(['pending', 'in_progress', 'completed']).default('pending'),
});
const output = z.strictObject({ todos: z.array(todo.required()) });

export const todoRead = defineTool({
  name: 'todo_read',
  title: 'Read the list of what is to be done',
  description: 'Answers the list of what is to be done in this chat.',
  annotations: READ_ONLY,
  silent: true,
  input: z.strictObject({}),
  output,
  async run(_, { todos, callId, signal }) {
    signal.throwIfAborted();
    return { todos: await todos.read(callId) };
  },
});

export const todoWrite = defineTool({
  name: 'todo_write',
  title: 'Keep the list of what is to be done',
  description: 'Replaces the list of what is to be done in this chat. Give all of it each time.',
  annotations: WRITE,
  silent: true,
  input: z.strictObject({ todos: z.array(todo).max(100).describe('The whole list, in order') }),
  output,
  async run({ todos: list }, { todos, callId, signal }) {
    signal.throwIfAborted();
    await todos.write(list, callId);
    return { todos: list };
  },
});
