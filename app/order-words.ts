/**
 * The message with which a person orders a call, in their language: the server writes it, so that it says what the call
 * does.
 */
import { ownWordsIn, type Whose } from '@/components/words/own-words';
import { languageOfPage, sayOnServer } from './language';

/** Only paths that cannot be read as anything else: the message is the person's, but a model chose the path. */
const PLAIN_PATH = /^[\w./@+-]{1,80}$/;

interface Ordered extends Whose {
  metadata: object;
  tool: string;
  /** The canonical arguments. */
  input: string;
}

/** @param all whether it covers everything that the call's answer changed */
export async function takeBackWords(call: Ordered, all: boolean): Promise<string> {
  return sayOnServer(all ? 'taking-back.asked-all' : 'taking-back.asked', { call: await nameOf(call) });
}

/** Names the path if it is a plain one, since several calls of an answer may use the same tool. */
async function nameOf({ metadata, tool, input, ...whose }: Ordered): Promise<string> {
  const { title } = metadata as { title?: unknown };
  const { path } = Object(JSON.parse(input)) as { path?: unknown };
  const name = typeof title === 'string' ? ownWordsIn(await languageOfPage(), whose, title) : tool;
  return typeof path === 'string' && PLAIN_PATH.test(path) ? `${name}, ${path}` : name;
}

/**
 * @param title of the tool, whose server is trusted
 * @param value an id, without spaces
 */
export function lookUpWords(title: string, value: string): Promise<string> {
  return sayOnServer('look-up.asked', { tool: title, id: value });
}

/** @param title of the tool, in its server's words */
export function appCallWords(title: string): Promise<string> {
  return sayOnServer('app.asked', { tool: title });
}
