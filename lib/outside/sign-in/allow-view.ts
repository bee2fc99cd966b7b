// Shared with the browser: types and pure functions only.
/** A client's request to a person, as the page shows it. */

/** A program on the person's machine, one that has registered a scheme, or a website. */
export type PlaceView =
  | { kind: 'machine' }
  | { kind: 'program'; scheme: string }
  | { kind: 'web'; host: string };

export interface AllowView {
  id: string;
  client: {
    /** Its own words; null if it gave none. */
    name: string | null;
    /** The host of the document that says so; null: it registered itself, and nobody vouches for what it says. */
    host: string | null;
    /** Where the answer is sent. */
    place: PlaceView;
  };
  /** What can be ticked: what it asked for, as far as the person may grant it. */
  scopes: string[];
}

/** Why there is nothing to decide. */
export type NothingToAllow = 'over' | 'elsewhere' | 'document';
