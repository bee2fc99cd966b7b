/** The list in a stored result, and its fields. Pure; names given by a server are plain data. */

export type Row = Record<string, unknown>;

const LONGEST_TEXT = 1_000_000;
/** How many rows are inspected for their fields, and how many fields are listed. */
const MOST = { rows: 200, fields: 200 };

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The result itself, or the longest list in it, at most two levels down.
 * @param output as in the ledger: MCP's `content` and `structuredContent`
 */
export function listIn(output: unknown): Row[] | null {
  const { structuredContent, content } = Object(output) as { structuredContent?: unknown; content?: unknown };
  return longest(structuredContent ?? parsed(content), 2);
}

function longest(value: unknown, levels: number): Row[] | null {
  if (Array.isArray(value)) return value.length > 0 && value.every(isRow) ? value : null;
  if (!isRow(value) || levels === 0) return null;
  return Object.values(value)
    .map((inner) => longest(inner, levels - 1))
    .reduce<Row[] | null>((best, one) => ((one?.length ?? 0) > (best?.length ?? 0) ? one : best), null);
}

/** Servers without structured content often return JSON as text. */
function parsed(content: unknown): unknown {
  const texts = (Array.isArray(content) ? content : [])
    .map((part) => Object(part).text)
    .filter((text) => typeof text === 'string');
  const text = texts.join('\n');
  if (text.length > LONGEST_TEXT || !/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Fields of the rows; those of nested objects as `customer.name`. */
export function columnsOf(rows: readonly Row[]): string[] {
  const names = new Set<string>();
  for (const row of rows.slice(0, MOST.rows)) {
    for (const [name, value] of Object.entries(row)) {
      const inner = isRow(value) ? Object.keys(value).map((key) => `${name}.${key}`) : [name];
      for (const one of inner) if (names.size < MOST.fields) names.add(one);
    }
  }
  return [...names];
}

/** Only these fields, in this order, and the currency of their amounts. */
export function narrowed(rows: readonly Row[], fields: readonly string[]): Row[] {
  const paths = fields.map((field) => field.split('.'));
  return rows.map((row) => {
    const kept: [string, unknown][] = [];
    for (const [first = '', ...rest] of paths) {
      // A name may itself contain a dot.
      const whole = [first, ...rest].join('.');
      if (Object.hasOwn(row, whole)) kept.push([whole, row[whole]]);
      else if (rest.length > 0 && isRow(row[first]))
        kept.push([
          first,
          { ...Object(kept.find(([name]) => name === first)?.[1]), ...picked(row[first], rest.join('.')) },
        ]);
    }
    if (Object.hasOwn(row, 'currency')) kept.push(['currency', row.currency]);
    return Object.fromEntries(kept);
  });
}

function picked(inner: Row, name: string): Row {
  return Object.hasOwn(inner, name) ? Object.fromEntries([[name, inner[name]]]) : {};
}
