// Shared with the browser: types and pure functions only.

/** A model has answered a trivial request. */
export interface ModelTrial {
  milliseconds: number;
  /** The beginning of its answer. */
  said: string;
}
