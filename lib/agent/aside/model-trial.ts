// Shared with the browser: types and pure functions only.

/** A model that was asked one small thing has answered. */
export interface ModelTrial {
  milliseconds: number;
  /** The beginning of what it said. */
  said: string;
}
