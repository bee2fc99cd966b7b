// Shared with the browser: types and pure functions only.
/** Models as pages show them: without keys and addresses. */

export interface ModelView {
  id: string;
  title: string;
  /** Built-in rules answer, not a language model. */
  offline: boolean;
  /** What it accepts besides text. */
  input: 'text' | 'images' | 'files';
  /** The most it reads and writes in one request, in tokens; absent if unknown. */
  contextWindow?: number;
  /** The most it writes in one step, in tokens. */
  maxOutput?: number;
  /** Per million tokens read, and written. */
  price?: Price;
}

export interface Price {
  in: number;
  out: number;
  /** Of ISO 4217. */
  currency: string;
}

/** What a page knows about the available models. */
export interface ModelChoices {
  /** At least one; the default first. */
  models: ModelView[];
}

/** The model that an admin has connected for the team, as admins see it. Its key is never shown. */
export interface TeamModelView {
  model: string;
  /** Null: OpenAI itself. */
  address: string | null;
  hasKey: boolean;
  /** False if its key can no longer be decrypted and has to be entered again. */
  isReadable: boolean;
  /** Who connected it, if they are still there, and when (ISO 8601). */
  by: string | null;
  at: string;
}

/** A model on this machine that is not used yet. */
export interface FoundModelView {
  program: string;
  address: string;
  model: string;
}

/** What the page of models shows; the optional parts only to admins. */
export interface ModelsView extends ModelChoices {
  team?: TeamModelView | null;
  found?: FoundModelView | null;
}
