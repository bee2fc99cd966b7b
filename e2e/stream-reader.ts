/** Reads the API's streams, as far as a test needs, and compares them with what is stored. */
import type { ChatView } from '../lib/runs/chat-view.ts';

/** All text of a stream's chunks. */
export function textOf(stream: string): string {
  const lines = stream.split('\n').filter((line) => line.startsWith('data: {'));
  const chunks = lines.map((line): { type: string; delta?: string } => JSON.parse(line.slice(6)));
  return chunks.map(({ type, delta }) => (type === 'text-delta' ? delta : '')).join('');
}

/** All text of a chat's last message. */
export function storedText({ messages }: ChatView): string {
  return (messages.at(-1)?.parts ?? []).map((part) => (part.type === 'text' ? part.text : '')).join('');
}

/** Reads a stream until it contains the words; `more` reads on to its end. Everything read is in `text`. */
export async function readUntil(response: Response, words: string) {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new Error(`Nothing to read: ${response.status}`);
  const read = { text: '', more: () => more(() => false), leave: () => reader.cancel() };
  const more = async (isEnough: () => boolean) => {
    while (!isEnough()) {
      const { value, done } = await reader.read();
      if (done) return;
      read.text += value;
    }
  };
  await more(() => read.text.includes(words));
  return read;
}
