/** BM25 over weighted fields, computed directly from its formula, tool by tool and word by word. */
import { queryOf } from '../query';
import { FIELD_WEIGHTS, MAX_TEXT, SATURATION } from '../settings';
import type { Field, SelectableTool } from '../types';
import { termsOf } from '../words/words';

const FIELD_NAMES = Object.keys(FIELD_WEIGHTS) as Field[];

function textOf(tool: SelectableTool, field: Field): string {
  if (field !== 'parameters') return tool[field].slice(0, MAX_TEXT[field]);
  const { properties } = tool.inputSchema as { properties?: Record<string, { description?: string }> };
  return Object.entries(properties ?? {})
    .map(([name, { description }]) => `${name} ${description ?? ''}`)
    .join(' ');
}

/** The score of the whole message for each tool, in the order of the tools. */
export function slowScores(tools: readonly SelectableTool[], message: string): number[] {
  const fields = tools.map((tool) =>
    Object.fromEntries(FIELD_NAMES.map((field) => [field, termsOf(textOf(tool, field))])),
  );
  const mean = (field: Field) => {
    const lengths = fields.map((one) => one[field]?.length ?? 0).filter((length) => length > 0);
    return lengths.reduce((sum, length) => sum + length, 0) / (lengths.length || 1) || 1;
  };
  const means = Object.fromEntries(FIELD_NAMES.map((field) => [field, mean(field)]));
  const rarity = (term: string) => {
    const having = fields.filter((one) => FIELD_NAMES.some((field) => one[field]?.includes(term))).length;
    return having === 0 ? undefined : Math.log(1 + (tools.length - having + 0.5) / (having + 0.5));
  };
  const count = (at: number, term: string) => {
    let sum = 0;
    for (const field of FIELD_NAMES) {
      const terms = fields[at]?.[field] ?? [];
      const { weight, length } = FIELD_WEIGHTS[field];
      const times = terms.filter((one) => one === term).length;
      sum += (weight * times) / (1 - length + (length * terms.length) / (means[field] ?? 1));
    }
    return sum;
  };
  return tools.map((_, at) => {
    let score = 0;
    for (const { term, related } of queryOf(message).whole) {
      const same = related.filter(({ isSame }) => isSame).map((other) => rarity(other.term));
      const all = [...same, same.length > 0 ? rarity(term) : undefined];
      const most = Math.min(...all.filter((one) => one !== undefined));
      const isKnown = rarity(term) !== undefined;
      const values = [{ term, known: 1, unknown: 1 }, ...related].map((other) => {
        const own = rarity(other.term) ?? 0;
        const tempered = own > most ? (own + most) / 2 : own;
        const times = count(at, other.term);
        const saturated = (times * (SATURATION + 1)) / (times + SATURATION);
        return saturated * tempered * (isKnown ? other.known : other.unknown);
      });
      score += Math.max(...values);
    }
    return score;
  });
}
