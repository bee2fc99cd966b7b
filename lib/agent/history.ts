import 'server-only';
/** Stored messages as the model reads them. */
import { convertToModelMessages, type DynamicToolUIPart, type ModelMessage, type UIMessage } from 'ai';
import { failOpenCalls, isCall } from '@/lib/approvals/call-parts';
import type { CallOutput } from '@/lib/execution/call-record';
import type { Input } from '@/lib/models/model-input';
import { filesIn, type ReadWords, sizeOfFiles, withFileWords } from '@/lib/uploads/file-words';
import { modelText } from '@/lib/values/call-content';
import { editNote } from './edit-note';
import { historyTools } from './tool-set';

/** Older messages are left out beyond this many characters of stored JSON. */
const MAX_CHARACTERS = 400_000;

/**
 * Converts the newest messages that fit, beginning with one of the person's.
 * @param taken what the model takes other than text
 * @param reader id of the model that reads them
 * @param readFiles reads the words of attached files; absent: they are not there any more
 */
export async function modelHistory(
  messages: UIMessage[],
  taken: Input = 'text',
  reader?: string,
  readFiles?: ReadWords,
): Promise<ModelMessage[]> {
  const said = newest(messages)
    .map((message) => withoutThoughts(message, reader))
    .filter(hasContent)
    .map(withoutOpenCalls)
    .map(withEdits);
  const recent = await withFileWords(said, readFiles);
  const names = recent.flatMap((message) => message.parts.filter(isCall).map((part) => part.toolName));
  return convertToModelMessages(recent, { tools: historyTools(names, taken) });
}

/**
 * Whether everything that the model reads of a chat is among these, its newest messages, and stays so with what is said
 * next: older ones are left out, whatever they are.
 */
export function reachesBack(messages: readonly UIMessage[]): boolean {
  return edgeOf(messages).isFull;
}

function newest(messages: UIMessage[]): UIMessage[] {
  return messages.slice(Math.max(edgeOf(messages).from, 0));
}

function edgeOf(messages: readonly UIMessage[]): { from: number; isFull: boolean } {
  let size = 0;
  let from = messages.length - 1;
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index];
    if (!message) break;
    size += sizeOf(message);
    if (size > MAX_CHARACTERS && index < messages.length - 2) return { from, isFull: true };
    if (message.role === 'user') from = index;
  }
  return { from, isFull: false };
}

/** What the page alone shows, such as pictures and forms, does not push older messages out; what the model reads of files does. */
function sizeOf(message: UIMessage): number {
  return message.parts.reduce((sum, part) => {
    if (part.type === 'data-elicitation') return sum;
    const content: unknown = isCall(part) && part.output ? Object(part.output).content : undefined;
    if (!Array.isArray(content)) return sum + JSON.stringify(part).length;
    return sum + JSON.stringify({ ...part, output: modelText(content) }).length;
  }, sizeOfFiles(message));
}

/** What one model has thought, and what its provider notes of it, another's provider may refuse. */
function withoutThoughts(message: UIMessage, reader: string | undefined): UIMessage {
  const { made } = Object(message.metadata) as { made?: { model: string } };
  if (!made || reader === undefined || made.model === reader) return message;
  const parts = message.parts.filter(({ type }) => type !== 'reasoning').map(withoutProviderNotes);
  return { ...message, parts };
}

function withoutProviderNotes(part: UIMessage['parts'][number]): UIMessage['parts'][number] {
  const { providerMetadata: _, callProviderMetadata: __, ...rest } = part as Record<string, unknown>;
  return rest as typeof part;
}

/** A turn that failed before its first word leaves a message with nothing for the model in it. */
function hasContent(message: UIMessage): boolean {
  if (filesIn(message).length > 0) return true;
  return message.parts.some(
    (part) => isCall(part) || ((part.type === 'text' || part.type === 'reasoning') && part.text !== ''),
  );
}

/** A call that never got an outcome must not end every later turn of its chat. Those that wait for one are not among them. */
function withoutOpenCalls(message: UIMessage): UIMessage {
  return { ...message, parts: failOpenCalls(message.parts, 'This call never ran.') };
}

/** The model hears of arguments that a person put in place of its own: it must not think that they were. */
function withEdits(message: UIMessage): UIMessage {
  if (!message.parts.some((part) => isCall(part) && part.toolMetadata?.edited)) return message;
  return { ...message, parts: message.parts.map((part) => (isCall(part) ? withEdit(part) : part)) };
}

function withEdit(part: DynamicToolUIPart): DynamicToolUIPart {
  const { by, before } = Object(part.toolMetadata?.edited) as { by?: string; before?: string };
  if (!before) return part;
  const note = editNote({ by: by ?? 'Somebody', before });
  if (part.state === 'output-error') return { ...part, errorText: `${note}\n${part.errorText}` };
  if (part.state !== 'output-available') return part;
  const { content } = Object(part.output) as Partial<CallOutput>;
  const words = { type: 'text' as const, text: note };
  return { ...part, output: { content: Array.isArray(content) ? [words, ...content] : [words] } };
}
