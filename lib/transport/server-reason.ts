/** A server's own reason for refusing, for admins: short, on one line, without invisible characters. */
import { MCPClientError } from '@ai-sdk/mcp';
import { isRecord } from '@/lib/values/records';
import { quoted } from '@/lib/values/text';
import { parseJsonIfAny } from './json-rpc';

/** Far more than is shown: secrets are removed before it is cut. */
const LONGEST = 4_000;
const MOST_SHOWN = 500;
/** Where JSON answers usually put their message. */
const WORDS = ['message', 'error_description', 'detail', 'error', 'title', 'reason', 'description'];

/** The message of an error that a server answered; nothing if it did not answer one. */
export function reasonOf(error: unknown): string | undefined {
  if (!MCPClientError.isInstance(error) || error.code === undefined) return undefined;
  const data = wordsIn(error.data);
  const both =
    data === undefined || error.message.includes(data) ? error.message : `${error.message}: ${data}`;
  return told(both);
}

/** The message in an HTTP body: the message of a JSON answer, the title of a page, otherwise the first line. */
export function reasonInBody(body: string, contentType: string): string | undefined {
  const text = body.trim();
  if (text === '') return undefined;
  if (/json/i.test(contentType) || /^[{[]/.test(text)) {
    const words = wordsIn(parseJsonIfAny(text));
    if (words !== undefined) return told(words);
  }
  if (/html/i.test(contentType) || /^<(?:!doctype|html)/i.test(text)) {
    const title = /<(title|h1)[^>]{0,200}>([^<]{1,500})/i.exec(text)?.[2];
    return title === undefined ? undefined : told(title);
  }
  return told(text.split('\n', 1)[0] ?? '');
}

/** A text, or the first message found in the usual places. */
function wordsIn(value: unknown, levels = 3): string | undefined {
  if (typeof value === 'string') return value.trim() || undefined;
  if (!isRecord(value) || levels === 0) return undefined;
  for (const key of WORDS) {
    const found = wordsIn(value[key], levels - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Text for an admin's page, once everything that nobody may read has been removed. */
export function shownReason(words: string): string {
  return words.length <= MOST_SHOWN ? words : `${words.slice(0, MOST_SHOWN).toWellFormed()}…`;
}

function told(words: string): string | undefined {
  const line = words.replace(/\s+/g, ' ').trim();
  return line === '' ? undefined : quoted(line, LONGEST);
}
