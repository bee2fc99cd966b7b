import 'server-only';
/**
 * The operator's file of models, `AMBER_MODELS`, read at start. Errors name the line or the field and the remedy; they
 * never repeat values, since a key may have been written where the name of a variable belongs.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { foreignVariable, type ModelSettings } from '@/lib/env';
import type { Price } from './model-view';

/** One model of the file. */
export interface FileModel {
  id: string;
  title: string;
  settings: ModelSettings;
  contextWindow?: number | undefined;
  maxOutput?: number | undefined;
  price?: Price | undefined;
}

export interface ModelsFile {
  models: FileModel[];
  /** The id of the default model; absent if the file does not name one. */
  chosen?: string | undefined;
}

/** The file cannot be used; the message says why, and the remedy. */
export class ModelsFileError extends Error {
  constructor(file: string, problems: readonly string[]) {
    super(
      `AMBER_MODELS: ${file} cannot be used.\n${problems.map((problem) => `  ${problem}`).join('\n')}\n` +
        '  docs/models.md says what may stand there. Without AMBER_MODELS the settings OPENAI_* hold alone.',
    );
    this.name = 'ModelsFileError';
  }
}

/** The model of the settings, if there is one. */
export const OF_THE_SETTINGS = 'settings';
/** The model that an admin has connected for the team. */
export const OF_THE_TEAM = 'team-own';

const MOST_MODELS = 50;
const tokens = z.int('must be a whole number of tokens').min(1_000, 'must be at least 1000').max(100_000_000);
const amount = z.number('must be a number').min(0, 'must not be less than 0').max(1_000_000);

const isWebAddress = (value: string) => {
  const url = URL.parse(value);
  return (
    url !== null && ['http:', 'https:'].includes(url.protocol) && url.username === '' && url.password === ''
  );
};

const MODEL = z.strictObject({
  id: z
    .string('must be a text, such as "fast"')
    .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be up to 64 letters, digits, dashes or underscores')
    .refine((id) => id !== OF_THE_SETTINGS, 'must not be "settings", which is the model of OPENAI_MODEL')
    .refine(
      (id) => id !== OF_THE_TEAM,
      'must not be "team-own", which is the model that a team connects for itself',
    ),
  title: z
    .string('must be a text')
    .trim()
    .min(1, 'must not be empty')
    .max(60, 'must have at most 60 characters'),
  model: z.string().min(1, 'must be the name that the server knows').max(200).optional(),
  baseUrl: z
    .string()
    .refine(isWebAddress, 'must be an address such as https://api.example.com/v1, without user and password')
    .optional(),
  apiKeyVariable: z
    .string()
    .regex(
      /^[A-Za-z_][A-Za-z0-9_]{0,99}$/,
      'must be the NAME of an environment variable, never the key itself',
    )
    .optional(),
  api: z.enum(['responses', 'chat'], 'must be "responses" or "chat"').optional(),
  input: z.enum(['text', 'images', 'files'], 'must be "text", "images" or "files"').optional(),
  contextWindow: tokens.optional(),
  maxOutput: tokens.optional(),
  price: z
    .strictObject({
      in: amount,
      out: amount,
      currency: z
        .string()
        .regex(/^[A-Z]{3}$/, 'must be a currency of three capitals, such as "USD"')
        .default('USD'),
    })
    .optional(),
});

const FILE = z.strictObject({
  default: z.string('must be the id of a model').optional(),
  models: z
    .array(MODEL, 'must be a list of models')
    .min(1, 'must have at least one model')
    .max(MOST_MODELS, `must have at most ${MOST_MODELS} models`),
});

type Entry = z.infer<typeof MODEL>;

/**
 * Reads and checks the file.
 * @param own the model of the settings, whose key an entry may use
 * @throws ModelsFileError
 */
export function readModelsFile(
  file: string,
  own?: ModelSettings,
  variable: (name: string) => string | undefined = foreignVariable,
): ModelsFile {
  const parsed = FILE.safeParse(jsonOf(file));
  if (!parsed.success) throw new ModelsFileError(file, parsed.error.issues.map(issueWords));
  const { models, default: chosen } = parsed.data;
  const keyOf = (name: string) =>
    (name === 'OPENAI_API_KEY' ? own?.apiKey : variable(name))?.trim() || undefined;
  const problems = [...twice(models), ...missingKeys(models, keyOf), ...overfull(models)];
  if (chosen !== undefined && chosen !== OF_THE_SETTINGS && !models.some(({ id }) => id === chosen))
    problems.push('default: names no model of the file. Give the id of one, or leave it out for the first.');
  if (chosen === OF_THE_SETTINGS && !own)
    problems.push('default: is "settings", and neither OPENAI_API_KEY nor OPENAI_BASE_URL is set.');
  if (problems.length > 0) throw new ModelsFileError(file, problems);
  return { models: models.map((entry) => modelOf(entry, keyOf)), chosen };
}

function modelOf(entry: Entry, keyOf: (name: string) => string | undefined): FileModel {
  const { id, title, model = id, baseUrl, apiKeyVariable, api, input, ...more } = entry;
  const settings: ModelSettings = {
    // A server without keys gets a placeholder, since the SDK always sends one.
    apiKey: (apiKeyVariable && keyOf(apiKeyVariable)) || 'none',
    model,
    input,
    api: api ?? (baseUrl ? 'chat' : 'responses'),
    ...(baseUrl && { baseUrl: baseUrl.replace(/\/+$/, '') }),
  };
  return { id, title, settings, ...more };
}

function jsonOf(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = Object(error) as { code?: string };
    throw new ModelsFileError(file, [`It cannot be read (${code ?? 'no reason given'}). Check its rights.`]);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ModelsFileError(file, [
      `${placeOf(String(Object(error).message), text)}: it is not JSON there. Check for a missing comma, quotation mark or bracket.`,
    ]);
  }
}

/** The parser's message quotes what it read, so only the position is used. */
function placeOf(message: string, text: string): string {
  const position = /position (\d+)/.exec(message)?.[1];
  const before = text.slice(0, position === undefined ? text.length : Number(position));
  return `Line ${before.split('\n').length}`;
}

function issueWords(issue: z.core.$ZodIssue): string {
  const at = issue.path.reduce<string>((path, key) => {
    if (typeof key === 'number') return `${path}[${key}]`;
    return path === '' ? String(key) : `${path}.${String(key)}`;
  }, '');
  if (issue.code === 'unrecognized_keys') {
    const fields = issue.keys.map((key) => JSON.stringify(key.slice(0, 40))).join(', ');
    return `${at || 'The file'}: has a field that nothing reads: ${fields}. Take it away, or correct its name.`;
  }
  const said = issue.message.startsWith('Invalid')
    ? 'is missing, or of another kind than it must be'
    : issue.message;
  return `${at || 'The file'}: ${said}.`;
}

function twice(models: readonly Entry[]): string[] {
  return models.flatMap(({ id }, index) =>
    models.findIndex((one) => one.id === id) === index
      ? []
      : [`models[${index}].id: is the same as of a model before it. Each needs one of its own.`],
  );
}

function missingKeys(models: readonly Entry[], keyOf: (name: string) => string | undefined): string[] {
  return models.flatMap(({ apiKeyVariable, baseUrl }, index) => {
    const at = `models[${index}].apiKeyVariable`;
    if (apiKeyVariable && !keyOf(apiKeyVariable))
      return [`${at}: the variable it names is not set. Set it, or correct the name.`];
    if (!apiKeyVariable && !baseUrl)
      return [`${at}: is missing. OpenAI needs a key; without baseUrl it is OpenAI that is asked.`];
    return [];
  });
}

function overfull(models: readonly Entry[]): string[] {
  return models.flatMap(({ contextWindow, maxOutput }, index) =>
    contextWindow !== undefined && maxOutput !== undefined && maxOutput >= contextWindow
      ? [`models[${index}].maxOutput: must be less than contextWindow, which holds what is read as well.`]
      : [],
  );
}
