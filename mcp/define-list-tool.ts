/**
 * How a list tool is declared: its filter, its rows and its order. Limit, cursor and page shape are the same for all
 * and live here. Pages use keyset pagination, so rows added or removed meanwhile shift nothing.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Page } from '@/db/queries/page';
import { READ_ONLY } from './annotations';
import type { CallContext } from './context';
import { defineTool, type ToolDefinition } from './define-tool';
import { pageMeta } from './fit';
import { ToolError } from './result';
import type { Scope } from './scopes';

const DEFAULT_ROWS = 20;
const MOST_ROWS = 100;

/** The values that a list is sorted by; the last one is unique. */
type Keyset = [string | number, ...(string | number)[]];

interface ListTool<Filter extends z.ZodRawShape, Row extends z.ZodObject, Position extends Keyset> {
  name: string;
  title: string;
  description: string;
  scope: Scope;
  /** The input without limit and cursor. */
  filter: Filter;
  row: Row;
  /** The sort key of a row: what the cursor carries, and nothing else. */
  position: z.ZodType<Position>;
  positionOf(row: z.output<Row>, filter: FilterOf<Filter>): Position;
  /** The rows after the position, in order, at most `limit`. */
  read(filter: FilterOf<Filter>, page: Page<Position>, context: CallContext): Promise<z.output<Row>[]>;
}

const paging = {
  limit: z
    .int()
    .min(1)
    .max(MOST_ROWS)
    .default(DEFAULT_ROWS)
    .describe(`Rows to return, 1 to ${MOST_ROWS}, such as ${DEFAULT_ROWS}`),
  cursor: z
    .string()
    .max(2000)
    .optional()
    .describe('meta.cursor of the page before, to go on after it; repeat the same filters'),
};

/** A read-only tool that answers `{data, meta}`, page by page. */
export function defineListTool<
  Filter extends z.ZodRawShape,
  Row extends z.ZodObject,
  Position extends Keyset,
>(list: ListTool<Filter, Row, Position>): ToolDefinition {
  const input: z.ZodObject = z.strictObject({ ...list.filter, ...paging });
  const output: z.ZodObject = z.strictObject({ data: z.array(list.row), meta: pageMeta });
  const cursorAfter = (row: z.output<Row>, args: unknown): string => {
    const { filter } = splitInput<Filter>(args);
    return encodeCursor(list.name, filter, list.positionOf(row, filter));
  };
  return defineTool({
    name: list.name,
    title: list.title,
    description: list.description,
    scope: list.scope,
    annotations: READ_ONLY,
    input,
    output,
    cursorAfter: (row, args) => cursorAfter(row as z.output<Row>, args),
    async run(args, context) {
      const { filter, limit, cursor } = splitInput<Filter>(args);
      const after = cursor === undefined ? null : decodeCursor(cursor, list, filter);
      const rows = await list.read(filter, { after, limit: limit + 1 }, context);
      const data = rows.slice(0, limit);
      const last = data.at(-1);
      const hasNextPage = rows.length > limit;
      const meta = {
        cursor: hasNextPage && last ? cursorAfter(last, args) : null,
        hasNextPage,
        hasPreviousPage: after !== null,
      };
      return { data, meta };
    },
  });
}

type FilterOf<Filter extends z.ZodRawShape> = z.output<z.ZodObject<Filter>>;

/** The checked input of a list, taken apart. */
function splitInput<Filter extends z.ZodRawShape>(args: unknown) {
  const { limit, cursor, ...filter } = args as { limit: number; cursor?: string };
  return { limit, cursor, filter: filter as FilterOf<Filter> };
}

/** The cursor includes the filter: with a different filter the same position would silently skip rows. */
function encodeCursor(name: string, filter: object, position: unknown): string {
  return Buffer.from(JSON.stringify([name, digest(filter), position])).toString('base64url');
}

function decodeCursor<Position>(
  cursor: string,
  list: { name: string; position: z.ZodType<Position> },
  filter: object,
): Position {
  const schema = z.tuple([z.literal(list.name), z.literal(digest(filter)), list.position]);
  const parsed = schema.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()));
  if (parsed.success) return parsed.data[2] as Position;
  throw new ToolError(
    'This cursor does not belong to this list. Pass meta.cursor of the page before, unchanged and with the same filters, or leave it out to begin at the first page.',
  );
}

function digest(filter: object): string {
  return createHash('sha256').update(JSON.stringify(filter)).digest('base64url').slice(0, 8);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
