// Shared with the browser: types and pure functions only.
/** What servers offer besides tools, as the page has it. Names, titles and addresses are the servers' words: data. */
import type { Attachment } from '@/lib/values/attachment';

interface Offered {
  server: string;
  /** The server is not vouched for: what comes from it marks the chat. */
  outside?: true;
  /** As people read it. */
  title: string;
  description?: string;
}

/** Something that can be read at its address. */
export interface OfferedResource extends Offered {
  kind: 'resource';
  uri: string;
  mimeType?: string;
  /** In bytes, as its server claims. */
  size?: number;
}

/** Addresses that are made by filling in values. */
export interface OfferedTemplate extends Offered {
  kind: 'template';
  template: string;
  fields: OfferedField[];
}

export interface OfferedPrompt extends Offered {
  kind: 'prompt';
  name: string;
  fields: OfferedField[];
}

/** A value that a template or a prompt asks for. */
export interface OfferedField {
  name: string;
  title?: string;
  description?: string;
  required: boolean;
}

export type Offer = OfferedResource | OfferedTemplate | OfferedPrompt;

export interface OfferList {
  offers: Offer[];
  /** There are more matches: further words narrow them down. */
  more: boolean;
  /** Servers that did not answer. */
  silent: { server: string; needsSignIn?: true }[];
}

/** A filled-in prompt. Nothing is sent: it is shown to the person, who edits it as they like. */
export interface FilledPrompt {
  text: string;
  /** What it contained besides text; from a server that is not vouched for also a note of where the words come from. */
  attachments: Attachment[];
  /** How many parts of it were left out: too many, too large, or of an unsupported kind. */
  left: number;
}

/** The contents of a resource. */
export interface AttachedResource {
  attachments: Attachment[];
  left: number;
}

/** What a link in a result leads to, for display. */
export interface ReadLink {
  server: string;
  uri: string;
  contents: ShownContent[];
  left: number;
}

export interface ShownContent {
  uri: string;
  /** Detected from its bytes; the server's claim if they are text. */
  mimeType?: string;
  size: number;
  /** Its text, or the beginning of it. Absent if it is not text. */
  text?: string;
  cut?: true;
  /** A small image to be shown at once, as base64. */
  picture?: string;
}

/** The longest search text. */
export const MOST_QUERY = 200;
/** Characters of one value in a form of a template or a prompt. */
export const MOST_VALUE = 2_000;

/** Whether it matches what was typed: every word occurs somewhere in what is shown of it. */
export function fits(offer: Offer, query: string): boolean {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const { title, description = '', server } = offer;
  const own = offer.kind === 'resource' ? offer.uri : offer.kind === 'template' ? offer.template : offer.name;
  const all = `${title}\n${own}\n${server}\n${description}`.toLowerCase();
  return words.every((word) => all.includes(word));
}
