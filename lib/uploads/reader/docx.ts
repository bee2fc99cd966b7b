/**
 * The text of a document, paragraph by paragraph, with the cells of a table row on one line. Deleted text and fields
 * are left out.
 */
import { Unreadable, Words } from './words.ts';
import { hearXml } from './xml.ts';
import type { Zip } from './zip.ts';

/** Thrown to stop reading once there is enough text. */
const ENOUGH = Symbol('enough');

export function readDocx(zip: Zip, most: number): Words {
  const main = zip.read('word/document.xml');
  if (!main) throw new Unreadable('holds no document.');
  const words = new Words(most);
  let isText = false;
  let cells = 0;
  const add = (text: string) => {
    if (!words.add(text)) throw ENOUGH;
  };
  try {
    hearXml(main, {
      open(name) {
        isText = name === 't';
        if (name === 'tab') add('\t');
        if (name === 'br' || name === 'cr') add('\n');
        if (name === 'tc') cells += 1;
      },
      text(text) {
        if (isText) add(text);
      },
      close(name) {
        isText = false;
        // Inside a cell, a paragraph is not a line of its own.
        if (name === 'p') add(cells > 0 ? ' ' : '\n');
        if (name === 'tc') {
          cells -= 1;
          add('\t');
        }
        if (name === 'tr') add('\n');
      },
    });
  } catch (error) {
    if (error !== ENOUGH) throw error;
  }
  return words;
}
