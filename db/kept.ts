/**
 * Statements whose text is made once. drizzle makes it anew at each call, from hundreds of small parts, which takes longer than
 * to send it: a third of what a message costs before the model is asked. Here it is made at the first call on a database, and
 * what differs from call to call is named ahead, so that nothing of one call can stay in the text for the next.
 */
import { type DriverValueEncoder, is, Param, Placeholder, type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Queryable } from './client';

/** A statement as drizzle has it, before it is prepared. */
interface Statement<Rows> {
  prepare(name: string): { execute(): Promise<Rows> };
}

/** The part of a prepared statement that says where it goes, and with what. */
interface Prepared {
  params: unknown[];
  execute(): Promise<unknown>;
}

/** What every handle of a database has, and each transaction of it: its dialect they share. */
interface Handle {
  dialect: object;
  session: { client: unknown };
}

/** A place for each value. */
export type Given<Name extends string> = Readonly<Record<Name, Placeholder>>;

/** Runs the statement with these values, on a database or within a transaction. */
export type Kept<Name extends string, Rows> = (
  db: Queryable,
  values: Readonly<Record<Name, unknown>>,
) => Promise<Rows>;

/**
 * @param names of the values that differ from call to call
 * @param build makes the statement, with a place for each of them; it must know nothing else of a call
 */
export function kept<const Name extends string, Rows>(
  names: readonly Name[],
  build: (db: Queryable, given: Given<Name>) => Statement<Rows>,
): Kept<Name, Rows> {
  const given = placesOf(names);
  const made = new WeakMap<object, Prepared>();
  return async (db, values) => {
    // As late as drizzle would send it: what is sent together keeps its order.
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

/** Statements of several shapes, such as one for each set of columns that is written. */
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

/** The same of a part of statements: its text is made once, and each use has its own values. */
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

/** Its text between its values. */
function splitText(built: SQL): { texts: SQL[]; params: unknown[] } {
  const { sql: text, params } = new PgDialect().sqlToQuery(built);
  const texts = text.split(/\$\d+/);
  if (texts.length !== params.length + 1)
    throw new Error('A part of a statement looks as if it had more values.');
  return { texts: texts.map((one) => sql.raw(one)), params };
}

/** Values as one, which is JSON: however many they are, the statement is the same one. */
export const listed = (place: Placeholder): SQL => sql`(select json_array_elements_text(${place}::json))`;

/** The names of what is written of a row, as the shape of a statement that writes it. */
export const columnsWritten = (row: object): string =>
  Object.entries(row)
    .flatMap(([name, value]) => (value === undefined ? [] : [name]))
    .join(' ');

/** For what is written to a column, or compared with one whose values are written in another way than they are held. */
export const as = (place: Placeholder, column: DriverValueEncoder<unknown, unknown>) =>
  sql`${sql.param(place, column)}`;

/** As drizzle fills it in, but nothing is nothing to every column: to one of JSON it would be the word null. */
function filled(param: unknown, values: Readonly<Record<string, unknown>>): unknown {
  const place = is(param, Param) ? param.value : param;
  if (!is(place, Placeholder)) return param;
  const value = values[place.name] ?? null;
  return value !== null && is(param, Param) ? param.encoder.mapToDriverValue(value) : value;
}
