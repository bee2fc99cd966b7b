/** The text of a PDF, page by page. Nothing in it is run, drawn or fetched. */
import { getDocumentProxy } from 'unpdf';
import { Unreadable, Words } from './words.ts';

const MOST_PAGES = 500;

export async function readPdf(bytes: Buffer, most: number): Promise<Words> {
  const words = new Words(most);
  const document = await openPdf(bytes);
  for (let nth = 1; nth <= document.numPages; nth++) {
    if (nth > MOST_PAGES) {
      words.isFull = true;
      break;
    }
    const page = await document.getPage(nth);
    const { items } = await page.getTextContent();
    const lines = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''));
    page.cleanup();
    if (!words.add(`${lines.join('')}\n\n`)) break;
  }
  if (words.text.trim() === '') {
    throw new Unreadable('holds no text: its pages may be pictures. Attach pictures of the pages instead.');
  }
  return words;
}

async function openPdf(bytes: Buffer) {
  try {
    return await getDocumentProxy(new Uint8Array(bytes), {
      disableFontFace: true,
      useSystemFonts: false,
      verbosity: 0,
      // All the data is here already.
      disableAutoFetch: true,
      disableStream: true,
    });
  } catch (error) {
    if (Reflect.get(Object(error), 'name') === 'PasswordException') {
      throw new Unreadable('is protected by a password. Save it without one.');
    }
    throw new Unreadable('is broken: it cannot be opened as a PDF. Save it once more.');
  }
}
