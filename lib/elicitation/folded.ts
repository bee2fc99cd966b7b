/**
 * A text as it looks, for finding words in it whatever they are written with: without what cannot be seen, without
 * accents, with letters that look like Latin ones taken for those. Only for comparing; nobody is shown this.
 */
import { withoutUnseen } from '@/lib/text';

/** Each line: what is meant, and all that looks like it. Accents, full width and styled letters are folded before. */
const LOOK_ALIKES = `
a аαɑᴀᎪ
b вьʙᏴ
c сϲᴄᏟ
d ԁđðᴅᎠ
e еεєəᴇᎬ
g ɡԍɢ
h нһηհʜᎻ
i іιıɩɪӏ
j јʝᴊ
k кκĸᴋᏦ
l łʟⅼᏞ
m мᴍᎷ
n пոɴ
o оοσөøօᴏ
p рρᴘᏢ
q ԛ
r гᴦʀᏒ
s ѕꜱᏚ
t тτᴛᎢ
u υսцᴜ
v νѵᴠᏙ
w ԝωшᴡᏔ
x хχ
y уүγʏ
z ᴢᏃ
ss ß
ae æ
oe œ`;

const MEANT = new Map(
  LOOK_ALIKES.trim()
    .split('\n')
    .flatMap((line) => {
      const [meant = '', alike = ''] = line.split(' ');
      return [...alike].map((character) => [character, meant] as const);
    }),
);

/** Digits and signs that stand for letters. */
const DIGITS: Record<string, string> = {
  ...{ '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b' },
  ...{ '@': 'a', $: 's', '!': 'i', '|': 'l' },
};

function lookOf(text: string): string {
  const bare = withoutUnseen(text.normalize('NFKD')).replace(/\p{M}/gu, '').toLowerCase();
  return [...bare].map((character) => MEANT.get(character) ?? character).join('');
}

/** Letters and digits alone. */
export function squeezed(text: string): string {
  return lookOf(text).replace(/[^\p{L}\p{N}]/gu, '');
}

/** The same, with digits and signs taken for the letters that they stand for. */
export function squeezedAsLetters(text: string): string {
  return squeezed([...text.normalize('NFKD')].map((character) => DIGITS[character] ?? character).join(''));
}

/** The words of a text or of a name such as `cardPIN`, `P.I.N.` or `card_pin`. */
export function wordsIn(text: string): string[] {
  const bare = withoutUnseen(text.normalize('NFKD'));
  const joined = bare.replace(/(?<!\p{L})(?:\p{L}\.){2,}/gu, (letters) => letters.replaceAll('.', ''));
  const apart = joined
    .replace(/(\p{Ll}\p{N}*)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
  return lookOf(apart)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
