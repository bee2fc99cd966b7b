/**
 * A chat from ChatGPT's export: a tree of messages, of which the branch that was shown last is taken. The tree is
 * untrusted: it may be circular, or lead nowhere.
 */
import { Conversation } from './conversation.ts';
import type { ExportedChat } from './exported-chat.ts';
import { calledIn, type Facts, factsOf, listOf, timeOf, wordsOf } from './json-facts.ts';

/** Marks of sources and images, which only ChatGPT's own page can display. */
const MARKS = /\ue200[^\ue200\ue201]*\ue201/g;

export function isOfChatGpt(chat: Facts): boolean {
  return typeof chat.mapping === 'object' && chat.mapping !== null;
}

export function chatOfChatGpt(chat: Facts): ExportedChat {
  const conversation = new Conversation();
  for (const message of shownOf(chat)) addMessage(conversation, message);
  return {
    app: 'ChatGPT',
    origin: calledIn(chat.conversation_id) || calledIn(chat.id),
    title: calledIn(chat.title),
    at: timeOf(chat.update_time) ?? timeOf(chat.create_time),
    messages: conversation.taken(),
    left: conversation.left,
  };
}

/** From the first message to the one that was current. */
function shownOf(chat: Facts): Facts[] {
  const nodes = new Map(Object.entries(factsOf(chat.mapping)).map(([id, node]) => [id, factsOf(node)]));
  const current = wordsOf(chat.current_node);
  const from = nodes.has(current) ? current : [...nodes.keys()].at(-1);
  const path: Facts[] = [];
  const seen = new Set<string>();
  for (let id = from; id !== undefined && !seen.has(id); ) {
    seen.add(id);
    const node = nodes.get(id);
    if (!node) break;
    path.push(factsOf(node.message));
    id = wordsOf(node.parent) || undefined;
  }
  return path.reverse();
}

function addMessage(conversation: Conversation, message: Facts): void {
  const role = wordsOf(factsOf(message.author).role);
  if (factsOf(message.metadata).is_visually_hidden_from_conversation === true) return;
  const content = factsOf(message.content);
  const type = wordsOf(content.content_type);
  const isSaid = type === 'text' || type === 'multimodal_text';
  const isToAll = message.recipient === undefined || message.recipient === 'all';
  if (role === 'tool' || (role === 'assistant' && !(isSaid && isToAll))) conversation.left.tools += 1;
  if (!isSaid || !isToAll || (role !== 'user' && role !== 'assistant')) return;
  const parts = listOf(content.parts);
  const texts = parts.map((part) => wordsOf(part) || wordsOf(factsOf(part).text));
  conversation.left.files += parts.filter((part) => wordsOf(factsOf(part).asset_pointer) !== '').length;
  conversation.left.files += listOf(factsOf(message.metadata).attachments).length;
  const text = texts.filter((one) => one !== '').join('\n\n');
  conversation.add(role, text.replaceAll(MARKS, ''), timeOf(message.create_time));
}
