/** A call in the making: the arguments found so far, and what is still to be looked up or asked for. */
import type { FoundDate } from './dates';
import type { Order } from './order';
import type { Param } from './params';
import type { Request } from './read-request';
import type { Span } from './spans';
import type { CrossedOut } from './tokens';
import type { OfferedTool } from './toolbox';

/** An id that the text names only by something that people say: a name, a number. */
export interface NamedId {
  param: Param;
  /** What the thing is, as stems: of the parameter's name, else of the tool's. */
  thing: string[];
  /** What people call it. */
  text: string;
  /** The parameter is a list of ids. */
  list: boolean;
  /** "The last invoice": which of those that fit. */
  pick?: Pick | undefined;
  /** The text says "it": what was spoken of last. */
  pronoun: boolean;
}

/** What a request that reads leaves out: "not active", "except Halden Optics". */
export interface Exclusion {
  /** As it was said: "not active". */
  said: string;
  /** What shall not be there, in words. */
  text: string;
  /** The property that would have this value, where a parameter tells it. */
  property?: { name: string; value: unknown };
  /** A name: rows that do not mention it are what is wanted, even when none does. */
  isName: boolean;
}

/** One of many, by its place: "the latest draft invoice". */
export interface Pick {
  order: Order;
  /** What else is said of it: "draft". */
  qualifiers: string[];
}

export interface DraftCall {
  tool: OfferedTool;
  request: Request;
  args: Map<string, unknown>;
  named: NamedId[];
  /** Required, and not to be found in the text. */
  missing: Param[];
  /** What the values came from, crossed out. */
  crossedOut: CrossedOut;
  /** Names and codes that no argument took. */
  leftover: Span[];
  /** Days and stretches of time that no argument took. */
  idleDates: FoundDate[];
  /** What a request that reads leaves out of the rows. */
  excluded: Exclusion[];
  /** The order that a request that reads asks for. */
  order: Order | undefined;
  /** What was assumed, in words: "one hour". */
  assumed: string[];
}

/** Arguments as an object; names such as `__proto__` stay plain data. */
export function inputOf(args: ReadonlyMap<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(args);
}
