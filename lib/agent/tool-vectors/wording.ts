/** What an embedding model is sent: what a tool says about itself, and what a person wrote. Nothing else. */
import { sha256Hex } from '@/lib/values/canonical-json';
import { bounded } from '../tool-selection/query';
import { MAX_EMBEDDED } from '../tool-selection/settings';
import type { SelectableTool } from '../tool-selection/types';
import { wordsOf } from '../tool-selection/words/words';

/** Name, title and description of a tool, up to `MAX_EMBEDDED` of each; empty if it says nothing. */
export function wordingOf({
  name,
  title,
  description,
}: Pick<SelectableTool, 'name' | 'title' | 'description'>) {
  const most = MAX_EMBEDDED.tool;
  const words = wordsOf(name.slice(0, most.name)).join(' ');
  const said = [
    words,
    title === name ? '' : title.slice(0, most.title),
    description.slice(0, most.description),
  ];
  return said
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join('. ');
}

/** The key of a vector: different for another model, or another wording. */
export function vectorKey(embedderId: string, wording: string): string {
  return sha256Hex(`${embedderId}\n${wording}`);
}

/** The beginning and the end of a message; empty if it contains no words. */
export function messageWording(message: string): string {
  // If it was cut within a character, other programs would not accept it as text.
  return bounded(message, MAX_EMBEDDED.message).toWellFormed().trim();
}
