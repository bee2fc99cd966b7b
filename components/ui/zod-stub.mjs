/**
 * Stands in for zod in the browser (see next.config.mjs): the AI SDK creates schemas while it loads, but checks nothing
 * with them there, since what it reads comes from our own server. Code that does check something gets an error.
 */
const checks = () => {
  throw new Error('There is no zod in the browser: values are checked at the server.');
};

/** Stands for every schema, every constructor of one and every method that returns another. */
const schema = new Proxy(() => schema, {
  get: (_, name) => (/parse/i.test(String(name)) ? checks : schema),
});

export const {
  array,
  boolean,
  config,
  custom,
  discriminatedUnion,
  enum: enum_,
  extend,
  instanceof: instanceof_,
  int,
  lazy,
  literal,
  looseObject,
  maximum,
  minLength,
  never,
  NEVER,
  nonnegative,
  null: null_,
  number,
  object,
  optional,
  pipe,
  positive,
  record,
  refine,
  startsWith,
  string,
  transform,
  union,
  unknown,
} = schema;

export {
  checks as safeParse,
  checks as safeParseAsync,
  checks as toJSONSchema,
  enum_ as enum,
  instanceof_ as instanceof,
  null_ as null,
};
export default schema;
