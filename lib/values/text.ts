// Shared with the browser: types and pure functions only.
/** Text that others wrote: what can be stored of it, and how its invisible characters are made visible. */

/** Text columns hold neither U+0000 nor half of a surrogate pair; both become U+FFFD there. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\ufffd');
}

/** Every character that shows nothing, turns the reading direction, or poses as a space; not space and newline. */
const UNSEEN =
  /(?![ \n])[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Zl}\p{Zp}\p{Zs}\p{Co}\p{Cn}\p{Cs}\u2800]/gu;

/** The text with every unseen character written out, such as `<U+202E>`. */
export function visible(text: string): string {
  return text.replace(UNSEEN, (character) => `<${codePointName(character)}>`);
}

/** What others wrote as a model is to read it: unseen characters written out, spaces in rows as one, lines as they are. */
export function readable(text: string): string {
  return visible(text.trim().replaceAll(/[^\S\n]+/g, ' '));
}

/** The text without every unseen character: for comparing, never for showing. */
export function withoutUnseen(text: string): string {
  return text.replace(UNSEEN, '');
}

/** `U+202E` for a character. */
export function codePointName(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Whatever people take for the end of a quotation; what also stands within words is none. */
const QUOTES =
  /(?!['\u2018\u2019\u201a\u201b\u2039\u203a\uff07])\p{Quotation_Mark}|[\u02ba\u02ee\u05f4\u2033\u2036\u275d\u275e\u3003]/gu;

/** The text as it may stand between quotation marks of ours: in single ones where it had others, so that it never ends them. */
export function withSingleQuotes(text: string): string {
  return text.replace(QUOTES, "'");
}

/** Text of others in a message of ours: one line, at most `length` characters, nothing unseen, and never out of its quotation. */
export function quoted(text: string, length = 80): string {
  const start = Array.from(text.slice(0, length * 2))
    .slice(0, length)
    .join('');
  return `"${visible(withSingleQuotes(start.replaceAll('\n', ' ')))}${start === text ? '' : '…'}"`;
}
