/** One word in a model's answer, over either interface, as server-sent events. */

function events(list: object[]): string {
  return list.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
}

export function responsesAnswer(): string {
  const item = { id: 'msg_1', type: 'message' };
  const usage = { input_tokens: 1, output_tokens: 1 };
  return events([
    { type: 'response.created', response: { id: 'r', created_at: 0, model: 'm-1' } },
    { type: 'response.output_item.added', output_index: 0, item },
    { type: 'response.output_text.delta', item_id: 'msg_1', output_index: 0, content_index: 0, delta: 'Hel' },
    { type: 'response.output_text.delta', item_id: 'msg_1', output_index: 0, content_index: 0, delta: 'lo' },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: { usage } },
  ]);
}

export function chatAnswer(): string {
  const chunk = (delta: object, finish: string | null) => ({
    id: 'c',
    object: 'chat.completion.chunk',
    created: 0,
    model: 'm-1',
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  return `${events([chunk({ role: 'assistant', content: 'Hel' }, null), chunk({ content: 'lo' }, null), chunk({}, 'stop')])}data: [DONE]\n\n`;
}
