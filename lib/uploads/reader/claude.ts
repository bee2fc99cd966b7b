/** A chat from Claude's export: a list of messages. */
import { Conversation } from './conversation.ts';
import type { ExportedChat } from './exported-chat.ts';
import { calledIn, type Facts, factsOf, listOf, timeOf, wordsOf } from './json-facts.ts';

export function isOfClaude(chat: Facts): boolean {
  return Array.isArray(chat.chat_messages);
}

export function chatOfClaude(chat: Facts): ExportedChat {
  const conversation = new Conversation();
  for (const message of listOf(chat.chat_messages)) addMessage(conversation, factsOf(message));
  return {
    app: 'Claude',
    origin: calledIn(chat.uuid),
    title: calledIn(chat.name),
    at: timeOf(chat.updated_at) ?? timeOf(chat.created_at),
    messages: conversation.taken(),
    left: conversation.left,
  };
}

function addMessage(conversation: Conversation, message: Facts): void {
  const role = message.sender === 'human' ? 'user' : message.sender === 'assistant' ? 'assistant' : undefined;
  if (!role) return;
  const pieces = listOf(message.content).map(factsOf);
  const texts = pieces.filter(({ type }) => type === 'text').map(({ text }) => wordsOf(text));
  conversation.left.tools += pieces.filter(({ type }) => type === 'tool_use').length;
  conversation.left.files += listOf(message.attachments).length + listOf(message.files).length;
  // Older exports have only the text in one piece.
  const text = texts.filter((one) => one !== '').join('\n\n') || wordsOf(message.text);
  conversation.add(role, text, timeOf(message.created_at));
}
