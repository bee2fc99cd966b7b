/**
 * A text as it looks, for finding words in it however they are written: without invisible characters and accents, with
 * look-alike letters replaced by Latin ones. For comparison only; it is never displayed.
 */
import { withoutUnseen } from '@/lib/values/text';

/** Each line: a letter, and everything that looks like it. Accents, full-width and styled letters are folded before. */
const LOOK_ALIKES = `
a аαɑᴀᎪꓮⲁ
b вьʙᏴꓐ
c сϲᴄᏟꓚⲥ
d ԁđðᴅᎠꓓ
e еεєəᴇᎬꓰⲉ
g ɡԍɢ
h нһηհʜᎻꓧⲏ
i іιıɩɪӏꓲⲓ
j јʝᴊ
k кκĸᴋᏦꓗⲕ
l łʟⅼᏞꓡ
m мᴍᎷꓟⲙ
n пոɴꓠⲛ
o оοσөøօᴏꓳⲟ
p рρᴘᏢꓑⲣ
q ԛ
r гᴦʀᏒꓣⲅ
s ѕꜱᏚꓢ
t тτᴛᎢꓔⲧ
u υսцᴜꓴ
v νѵᴠᏙꓦ
w ԝωшᴡᏔꓪⲱ
x хχꓫⲭ
y уүγʏꓬⲩ
z ᴢᏃꓜ
ss ß
ae æ
oe œ`;

const MEANT = new Map(
  LOOK_ALIKES.trim()
    .split('\n')
    .flatMap((line) => {
      const [meant = '', alike = ''] = line.split(' ');
      // As it is looked up: some of these have a lower-case form of their own.
      return [...alike.toLowerCase()].map((character) => [character, meant] as const);
    }),
);

/** Digits and signs used as letters. */
const DIGITS: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
};

/** Letters in dark circles and squares, and those of flags, which no normal form maps to letters. Each from A to Z. */
const DRAWN = [0x1f150, 0x1f170, 0x1f1e6];

function drawnAsLetter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const first = DRAWN.find((start) => code >= start && code < start + 26);
  return first === undefined ? character : String.fromCodePoint(0x61 + code - first);
}

function plain(text: string): string {
  return withoutUnseen(text.normalize('NFKD')).replace(/[\u{1F150}-\u{1F1FF}]/gu, drawnAsLetter);
}

function lookOf(text: string): string {
  const bare = plain(text).replace(/\p{M}/gu, '').toLowerCase();
  return [...bare].map((character) => MEANT.get(character) ?? character).join('');
}

/** Letters and digits only. */
export function squeezed(text: string): string {
  return lookOf(text).replace(/[^\p{L}\p{N}]/gu, '');
}

/** The same, with digits and signs replaced by the letters that they stand for. */
export function squeezedAsLetters(text: string): string {
  return squeezed([...text.normalize('NFKD')].map((character) => DIGITS[character] ?? character).join(''));
}

/** The words of a text or of a name such as `cardPIN`, `P.I.N.` or `card_pin`. */
export function wordsIn(text: string): string[] {
  const bare = plain(text);
  const joined = bare.replace(/(?<!\p{L})(?:\p{L}\.){2,}/gu, (letters) => letters.replaceAll('.', ''));
  const apart = joined
    .replace(/(\p{Ll}\p{N}*)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
  return lookOf(apart)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** The letters l and i, which many typefaces draw alike, as one. For both sides of a comparison. */
export const strokesAlike = (look: string): string => look.replaceAll('l', 'i');

/** The same with pairs that are drawn like one letter: how else it may be meant. For what was written alone. */
export const pairsAsOne = (look: string): string =>
  strokesAlike(look).replaceAll('vv', 'w').replaceAll('rn', 'm');
