/** The message by which a person orders a call, in their language: the server writes it, so that it says what the call does. */
import { ownWordsIn, type Whose } from '@/components/words/own-words';
import { languageOfPage, sayOnServer } from './language';

/** A path that can be read as nothing else: the words are the person's, and a model has chosen the path. */
const PLAIN_PATH = /^[\w./@+-]{1,80}$/;

interface Ordered extends Whose {
  metadata: object;
  tool: string;
  /** The canonical arguments. */
  input: string;
}

/** @param all whether it is about all that was changed in the call's answer */
export async function takeBackWords(call: Ordered, all: boolean): Promise<string> {
  return sayOnServer(all ? 'taking-back.asked-all' : 'taking-back.asked', { call: await nameOf(call) });
}

/** With the path that it was about, where it names a plain one: several calls of an answer are of one tool. */
async function nameOf({ metadata, tool, input, ...whose }: Ordered): Promise<string> {
  const { title } = metadata as { title?: unknown };
  const { path } = Object(JSON.parse(input)) as { path?: unknown };
  const name = typeof title === 'string' ? ownWordsIn(await languageOfPage(), whose, title) : tool;
  return typeof path === 'string' && PLAIN_PATH.test(path) ? `${name}, ${path}` : name;
}

/** @param title of the tool, whose server somebody has vouched for @param value an id, without spaces */
export function lookUpWords(title: string, value: string): Promise<string> {
  return sayOnServer('look-up.asked', { tool: title, id: value });
}

/** @param title of the tool, in its server's words */
export function appCallWords(title: string): Promise<string> {
  return sayOnServer('app.asked', { tool: title });
}
