import 'server-only';
/**
 * Words of titles and messages as the database keeps and compares them: each in its English and its German form, so that one
 * index finds both. The owner stands among them as `@id`, which no text can hold, so that the index never reads the words of others.
 */
import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import { schema } from '@/db/schema/all';
import { foldedText, textOf } from '@/lib/values/words';

const { chats } = schema;

const vectorOf = (text: string | Placeholder, owner: SQL) =>
  sql<string>`(strip(to_tsvector('english', ${text}::text) || to_tsvector('german', ${text}::text))
    || array_to_tsvector(array['@' || ${owner}]))`;

/** What a message is found by that stands in this chat. */
export function foundBy(chatId: string, parts: readonly unknown[]) {
  return foundByText(chatId, textToFind(parts));
}

/** The words of a message, as they are handed to the database. */
export const textToFind = (parts: readonly unknown[]): string => foldedText(textOf(parts));

/** The same by those words. */
export function foundByText(
  chatId: string | Placeholder,
  text: string | Placeholder,
): { words: SQL<string>; userId: SQL<string> } {
  const owner = sql<string>`(select o.user_id from "chats" o where o.id = ${chatId})`;
  return { words: vectorOf(text, owner), userId: owner };
}

/** Of a chat's title. Without `userId` the chat stands in the statement. */
export function wordsOfTitle(title: string, userId?: string): SQL<string> {
  return userId === undefined
    ? wordsOfText(foldedText(title))
    : vectorOf(foldedText(title), sql`${userId}::text`);
}

/** The same of its words, of the chat that stands in the statement. */
export const wordsOfText = (text: string | Placeholder): SQL<string> => vectorOf(text, sql`${chats.userId}`);

/** One word in whichever form; of the last one also its beginning, since it may still be written. */
function formsOf(word: string, isLast: boolean): SQL {
  if (!isLast) return sql`(to_tsquery('english', ${word}) || to_tsquery('german', ${word}))`;
  const begun = `${word}:*`;
  return sql`(to_tsquery('english', ${begun}) || to_tsquery('german', ${begun}) || to_tsquery('simple', ${begun}))`;
}

/** @param words folded, one at least */
function joined(words: readonly string[], sign: '&&' | '||'): SQL {
  const forms = words.map((word, nth) => formsOf(word, nth === words.length - 1));
  return sql.join(forms, sql.raw(` ${sign} `));
}

/**
 * Holds all these words. One that no text is found by ("the") asks nothing; nothing asked finds nothing.
 * @param userId of the owner: the index is read for this person's alone
 */
export function holdsAll(column: SQL, words: readonly string[], userId: string): SQL {
  const query = joined(words, '&&');
  return sql`(${column} @@ (quote_literal('@' || ${userId}::text)::tsquery && ${query}) and numnode(${query}) > 0)`;
}

/** Of a word of a text, the column `word` of what is read: it is one of these. */
export function isOneOf(column: SQL, words: readonly string[]): SQL<boolean> {
  return sql<boolean>`(to_tsvector('english', ${column}) || to_tsvector('german', ${column})) @@ (${joined(words, '||')})`;
}
