/**
 * A separate program that reads a file of exported chats: `conversations.json` of ChatGPT or Claude, or the zip that
 * contains it. It writes each chat as a line of JSON, as fast as they are consumed.
 */
import { once } from 'node:events';
import { keepBounds } from './bounds.ts';
import { chatOfChatGpt, isOfChatGpt } from './chatgpt.ts';
import { chatOfClaude, isOfClaude } from './claude.ts';
import type { ExportedLine } from './exported-chat.ts';
import { calledIn, factsOf } from './json-facts.ts';
import { Unreadable } from './words.ts';
import { Zip } from './zip.ts';

/** The most bytes that a zip may unpack to. */
const MOST_UNPACKED = 150_000_000;
const CHATS = /(?:^|\/)conversations(?:-\d+)?\.json$/;
const NONE = 'holds no chats of ChatGPT or Claude. Choose conversations.json, or the zip that holds it.';

/** The lists of chats in a file, read one by one. */
function* listsIn(bytes: Buffer): Generator<readonly unknown[]> {
  if (bytes.toString('latin1', 0, 4) !== 'PK\x03\x04') {
    yield listIn(bytes);
    return;
  }
  const zip = new Zip(bytes, MOST_UNPACKED);
  const names = zip.names.filter((name) => CHATS.test(name));
  if (names.length === 0) throw new Unreadable(NONE);
  for (const name of names) yield listIn(zip.read(name) ?? Buffer.alloc(0));
}

function listIn(bytes: Buffer): readonly unknown[] {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Unreadable('is broken, or no JSON. Export your chats once more.');
  }
  const list = Array.isArray(value) ? value : [value];
  // If nothing in a list is a chat, a single error is enough.
  if (!list.map(factsOf).some((one) => isOfChatGpt(one) || isOfClaude(one))) throw new Unreadable(NONE);
  return list;
}

function lineOf(value: unknown): ExportedLine {
  const chat = factsOf(value);
  if (isOfChatGpt(chat)) return chatOfChatGpt(chat);
  if (isOfClaude(chat)) return chatOfClaude(chat);
  return { broken: calledIn(chat.title) || calledIn(chat.name) };
}

async function tell(line: ExportedLine): Promise<void> {
  if (!process.stdout.write(`${JSON.stringify(line)}\n`)) await once(process.stdout, 'drain');
}

keepBounds(process.argv.slice(2));
const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(chunk);
try {
  for (const list of listsIn(Buffer.concat(chunks.splice(0))))
    for (const one of list) await tell(lineOf(one));
} catch (error) {
  await tell({ problem: error instanceof Unreadable ? error.message : 'is broken: it cannot be read.' });
}
