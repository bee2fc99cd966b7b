/** Chats as other apps export them. */
type Node = { role: string; text: string; more?: object };

/** A chat as ChatGPT exports it: every message is the child of the previous one. */
export function chatGpt(id: string, nodes: Node[], more: object = {}) {
  const entries = nodes.map(({ role, text, more: own }, nth) => {
    const message = {
      id: `n${nth}`,
      author: { role, name: null, metadata: {} },
      create_time: 1_700_000_000 + nth,
      content: { content_type: 'text', parts: [text] },
      status: 'finished_successfully',
      recipient: 'all',
      ...own,
    };
    const parent = nth === 0 ? 'root' : `n${nth - 1}`;
    return [`n${nth}`, { id: `n${nth}`, message, parent, children: [`n${nth + 1}`] }];
  });
  const mapping = {
    root: { id: 'root', message: null, parent: null, children: ['n0'] },
    ...Object.fromEntries(entries),
  };
  const place = { current_node: `n${nodes.length - 1}`, conversation_id: id, id };
  return {
    title: `Chat ${id}`,
    create_time: 1_700_000_000.5,
    update_time: 1_700_000_100.25,
    mapping,
    ...place,
    ...more,
  };
}

/** A chat as Claude exports it. */
export function claude(uuid: string, said: [sender: string, text: string, more?: object][]) {
  const chat_messages = said.map(([sender, text, more], nth) => ({
    uuid: `${uuid}-${nth}`,
    text: `old ${text}`,
    content: [{ type: 'text', text, citations: [] }],
    sender,
    created_at: `2025-03-04T10:0${nth}:00.000000Z`,
    attachments: [],
    files: [],
    ...more,
  }));
  const times = { created_at: '2025-03-04T10:00:00.000000Z', updated_at: '2025-03-04T11:00:00.000000Z' };
  return { uuid, name: `Chat ${uuid}`, ...times, account: { uuid: 'a' }, chat_messages };
}
