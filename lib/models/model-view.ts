// Shared with the browser: types and pure functions only.
/** Models as pages show them: nothing of a key, and no address. */

export interface ModelView {
  id: string;
  title: string;
  /** The built-in rules speak, no language model. */
  offline: boolean;
  /** What it takes other than text. */
  input: 'text' | 'images' | 'files';
  /** What it reads and writes at most in one request, in tokens; absent: nobody has said. */
  contextWindow?: number;
  /** What it writes at most in one step, in tokens. */
  maxOutput?: number;
  /** For a million tokens that it reads, and that it writes. */
  price?: Price;
}

export interface Price {
  in: number;
  out: number;
  /** Of ISO 4217. */
  currency: string;
}

/** What a page knows of the models that there are. */
export interface ModelChoices {
  /** At least one; the default first. */
  models: ModelView[];
}

/** The model that an admin has connected for the team; for admins. Its key is never told. */
export interface TeamModelView {
  model: string;
  /** Null: OpenAI itself. */
  address: string | null;
  hasKey: boolean;
  /** False: its key can be opened no more, and is to be entered again. */
  isReadable: boolean;
  /** Who did it, where they are still there, and when (ISO 8601). */
  by: string | null;
  at: string;
}

/** A model of this machine that nobody uses yet. */
export interface FoundModelView {
  program: string;
  address: string;
  model: string;
}

/** What the page of models shows; the rest of it to admins alone. */
export interface ModelsView extends ModelChoices {
  team?: TeamModelView | null;
  found?: FoundModelView | null;
}
