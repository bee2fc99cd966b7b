/**
 * Statements whose SQL is built once. drizzle builds it anew at every call, from hundreds of small parts, which takes
 * longer than sending it: a third of what a message costs before the model is asked. Here it is built at the first call
 * on a database, and values that differ between calls are declared in advance, so that no value of one call can remain
 * in the SQL of the next.
 */
import { type DriverValueEncoder, is, Param, Placeholder, type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Queryable } from './client';

/** A drizzle statement before it is prepared. */
interface Statement<Rows> {
  prepare(name: string): { execute(): Promise<Rows> };
}

/** The parts of a prepared statement that hold its connection and its values. */
interface Prepared {
  params: unknown[];
  execute(): Promise<unknown>;
}

/** A database handle or transaction; all handles of one database share its dialect. */
interface Handle {
  dialect: object;
  session: { client: unknown };
}

/** A placeholder for each value. */
export type Given<Name extends string> = Readonly<Record<Name, Placeholder>>;

/** Runs the statement with these values, on a database or within a transaction. */
export type Kept<Name extends string, Rows> = (
  db: Queryable,
  values: Readonly<Record<Name, unknown>>,
) => Promise<Rows>;

/**
 * @param names of the values that differ between calls
 * @param build builds the statement with a placeholder for each; must not depend on anything else of a call
 */
export function kept<const Name extends string, Rows>(
  names: readonly Name[],
  build: (db: Queryable, given: Given<Name>) => Statement<Rows>,
): Kept<Name, Rows> {
  const given = placesOf(names);
  const made = new WeakMap<object, Prepared>();
  return async (db, values) => {
    // Sent as late as drizzle would send it, so that statements issued together keep their order.
    await undefined;
    const { dialect, session } = db as unknown as Handle;
    const prepared = made.get(dialect) ?? (build(db, given).prepare('kept') as unknown as Prepared);
    made.set(dialect, prepared);
    const { client } = session;
    const here: Prepared = Object.create(prepared, {
      client: { value: client },
      params: { value: prepared.params.map((param) => filled(param, values)) },
    });
    return here.execute() as Promise<Rows>;
  };
}

/** Statements with several shapes, such as one for each set of written columns. */
export function keptBy<Shape extends string, Name extends string, Rows>(
  make: (shape: Shape) => Kept<Name, Rows>,
): (shape: Shape) => Kept<Name, Rows> {
  const made = new Map<Shape, Kept<Name, Rows>>();
  return (shape) => {
    const known = made.get(shape) ?? make(shape);
    made.set(shape, known);
    return known;
  };
}

/** The same for part of a statement: its SQL is built once, and each use has its own values. */
export function fixed<const Name extends string, Value = unknown>(
  names: readonly Name[],
  build: (given: Given<Name>) => SQL<Value>,
): (values: Readonly<Record<Name, unknown>>) => SQL<Value> {
  let made: { texts: SQL[]; params: unknown[] } | undefined;
  return (values) => {
    made ??= splitText(build(placesOf(names)));
    const { texts, params } = made;
    const parts = texts.flatMap((text, at) =>
      at < params.length ? [text, sql`${filled(params[at], values)}`] : [text],
    );
    return sql.join(parts) as SQL<Value>;
  };
}

function placesOf<Name extends string>(names: readonly Name[]): Given<Name> {
  const places: [string, Placeholder][] = names.map((name) => [name, sql.placeholder(name)]);
  return Object.fromEntries(places) as Given<Name>;
}

/** The pieces of SQL between its values. */
function splitText(built: SQL): { texts: SQL[]; params: unknown[] } {
  const { sql: text, params } = new PgDialect().sqlToQuery(built);
  const texts = text.split(/\$\d+/);
  if (texts.length !== params.length + 1)
    throw new Error('A part of a statement looks as if it had more values.');
  return { texts: texts.map((one) => sql.raw(one)), params };
}

/** A list as a single JSON value, so that the statement is the same for any number of items. */
export const listed = (place: Placeholder): SQL => sql`(select json_array_elements_text(${place}::json))`;

/** The names of the columns that are written: the shape of the statement that writes them. */
export const columnsWritten = (row: object): string =>
  Object.entries(row)
    .flatMap(([name, value]) => (value === undefined ? [] : [name]))
    .join(' ');

/** For values written to a column, or compared with one, that are encoded differently than JavaScript holds them. */
export const as = (place: Placeholder, column: DriverValueEncoder<unknown, unknown>) =>
  sql`${sql.param(place, column)}`;

/** Fills in as drizzle does, except that null stays null: a JSON column's encoder would turn it into the JSON text null. */
function filled(param: unknown, values: Readonly<Record<string, unknown>>): unknown {
  const place = is(param, Param) ? param.value : param;
  if (!is(place, Placeholder)) return param;
  const value = values[place.name] ?? null;
  return value !== null && is(param, Param) ? param.encoder.mapToDriverValue(value) : value;
}
