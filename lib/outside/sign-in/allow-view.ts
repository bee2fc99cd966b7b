// Shared with the browser: types and pure functions only.
/** What a client asks a person for, as the page shows it. */

/** A program on the person's machine, one that has taken a scheme, or a site of the web. */
export type PlaceView =
  | { kind: 'machine' }
  | { kind: 'program'; scheme: string }
  | { kind: 'web'; host: string };

export interface AllowView {
  id: string;
  client: {
    /** Its own words; null when it has said none. */
    name: string | null;
    /** Whose document says so; null: it has registered itself, and nobody vouches for what it says. */
    host: string | null;
    /** Where the answer goes. */
    place: PlaceView;
  };
  /** What may be ticked: what it asked for, as far as the person may give it. */
  scopes: string[];
}

/** Why there is nothing to decide. */
export type NothingToAllow = 'over' | 'elsewhere' | 'document';
