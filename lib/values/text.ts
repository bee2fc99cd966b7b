// Shared with the browser: types and pure functions only.
/** Text that others wrote: what of it can be stored, and how its invisible characters are made visible. */

/** Text columns hold neither U+0000 nor lone surrogates; both are replaced by U+FFFD. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\ufffd');
}

/** Every character that is invisible, changes the reading direction, or poses as a space; not space and newline. */
const UNSEEN =
  /(?![ \n])[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Zl}\p{Zp}\p{Zs}\p{Co}\p{Cn}\p{Cs}\u2800]/gu;

/** The text with every invisible character written out, such as `<U+202E>`. */
export function visible(text: string): string {
  return text.replace(UNSEEN, (character) => `<${codePointName(character)}>`);
}

/**
 * Other people's text as a model is to read it: invisible characters written out, repeated spaces as one, line breaks
 * kept.
 */
export function readable(text: string): string {
  return visible(text.trim().replaceAll(/[^\S\n]+/g, ' '));
}

/** The text without invisible characters: for comparing, never for showing. */
export function withoutUnseen(text: string): string {
  return text.replace(UNSEEN, '');
}

/** `U+202E` for a character. */
export function codePointName(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Every character people may take for a closing quotation mark, except those that also occur within words. */
const QUOTES =
  /(?!['\u2018\u2019\u201a\u201b\u2039\u203a\uff07])\p{Quotation_Mark}|[\u02ba\u02ee\u05f4\u2033\u2036\u275d\u275e\u3003]/gu;

/** The text made safe to stand between our quotation marks: its own become single ones, so that it never closes ours. */
export function withSingleQuotes(text: string): string {
  return text.replace(QUOTES, "'");
}

/**
 * Other people's text for a message of ours: one line, at most `length` characters, nothing invisible, and never able
 * to close its quotation.
 */
export function quoted(text: string, length = 80): string {
  const start = Array.from(text.slice(0, length * 2))
    .slice(0, length)
    .join('');
  return `"${visible(withSingleQuotes(start.replaceAll('\n', ' ')))}${start === text ? '' : '…'}"`;
}
