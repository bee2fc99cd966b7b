import 'server-only';
/**
 * Search words of titles and messages as the database stores and compares them: each in its English and its German
 * form, so that one index finds both. The owner is stored among them as `@id`, which no text can contain, so that a
 * search never reads the words of others.
 */
import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import { schema } from '@/db/schema/all';
import { foldedText, textOf } from '@/lib/values/words';

const { chats } = schema;

const vectorOf = (text: string | Placeholder, owner: SQL) =>
  sql<string>`(strip(to_tsvector('english', ${text}::text) || to_tsvector('german', ${text}::text))
    || array_to_tsvector(array['@' || ${owner}]))`;

/** The search words of a message in this chat. */
export function foundBy(chatId: string, parts: readonly unknown[]) {
  return foundByText(chatId, textToFind(parts));
}

/** The text of a message, as it is passed to the database. */
export const textToFind = (parts: readonly unknown[]): string => foldedText(textOf(parts));

/** The same from that text. */
export function foundByText(
  chatId: string | Placeholder,
  text: string | Placeholder,
): { words: SQL<string>; userId: SQL<string> } {
  const owner = sql<string>`(select o.user_id from "chats" o where o.id = ${chatId})`;
  return { words: vectorOf(text, owner), userId: owner };
}

/** Of a chat's title. Without `userId`, the owner comes from the chat in the statement. */
export function wordsOfTitle(title: string, userId?: string): SQL<string> {
  return userId === undefined
    ? wordsOfText(foldedText(title))
    : vectorOf(foldedText(title), sql`${userId}::text`);
}

/** The same from a text, for the chat in the statement. */
export const wordsOfText = (text: string | Placeholder): SQL<string> => vectorOf(text, sql`${chats.userId}`);

/** A word in either form; the last one also as a prefix, since it may still be being typed. */
function formsOf(word: string, isLast: boolean): SQL {
  if (!isLast) return sql`(to_tsquery('english', ${word}) || to_tsquery('german', ${word}))`;
  const begun = `${word}:*`;
  return sql`(to_tsquery('english', ${begun}) || to_tsquery('german', ${begun}) || to_tsquery('simple', ${begun}))`;
}

/** @param words folded, at least one */
function joined(words: readonly string[], sign: '&&' | '||'): SQL {
  const forms = words.map((word, nth) => formsOf(word, nth === words.length - 1));
  return sql.join(forms, sql.raw(` ${sign} `));
}

/**
 * Contains all these words. Stop words ("the") impose nothing; an empty search finds nothing.
 * @param userId of the owner: only this person's part of the index is read
 */
export function holdsAll(column: SQL, words: readonly string[], userId: string): SQL {
  const query = joined(words, '&&');
  return sql`(${column} @@ (quote_literal('@' || ${userId}::text)::tsquery && ${query}) and numnode(${query}) > 0)`;
}

/** Whether a word of a text, in the column `word`, is one of these. */
export function isOneOf(column: SQL, words: readonly string[]): SQL<boolean> {
  return sql<boolean>`(to_tsvector('english', ${column}) || to_tsvector('german', ${column})) @@ (${joined(words, '||')})`;
}
