// Shared with the browser: types and pure functions only.
/** What servers offer beside tools, as the page has it. Names, titles and addresses are the servers' words: data. */
import type { Attachment } from '@/lib/values/attachment';

interface Offered {
  server: string;
  /** Nobody vouches for the server: what comes from it marks the chat. */
  outside?: true;
  /** As people read it. */
  title: string;
  description?: string;
}

/** A thing to be read at its address. */
export interface OfferedResource extends Offered {
  kind: 'resource';
  uri: string;
  mimeType?: string;
  /** In bytes, as its server says. */
  size?: number;
}

/** Addresses that are made from words. */
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

/** What a template or a prompt wants to be told. */
export interface OfferedField {
  name: string;
  title?: string;
  description?: string;
  required: boolean;
}

export type Offer = OfferedResource | OfferedTemplate | OfferedPrompt;

export interface OfferList {
  offers: Offer[];
  /** There are more that fit: further words find them. */
  more: boolean;
  /** Servers that did not answer. */
  silent: { server: string; needsSignIn?: true }[];
}

/** What a prompt wants to have said. Nothing is sent: it is put before the person, who changes it as they like. */
export interface FilledPrompt {
  text: string;
  /** What stood in it beside words; from a server nobody vouches for also a note of where the words are from. */
  attachments: Attachment[];
  /** This many parts of it were left out: too many, too large, or of a kind that is not read. */
  left: number;
}

/** What a resource held. */
export interface AttachedResource {
  attachments: Attachment[];
  left: number;
}

/** What a link of a result leads to, to be looked at. */
export interface ReadLink {
  server: string;
  uri: string;
  contents: ShownContent[];
  left: number;
}

export interface ShownContent {
  uri: string;
  /** By its bytes; what the server says where they are text. */
  mimeType?: string;
  size: number;
  /** Its words, or their beginning. Absent: it is no text. */
  text?: string;
  cut?: true;
  /** A picture small enough to be shown at once, as base64. */
  picture?: string;
}

/** How long the words may be by which one looks for something. */
export const MOST_QUERY = 200;
/** Characters of one value in a form of a template or a prompt. */
export const MOST_VALUE = 2_000;

/** Whether it fits what was typed: every word stands somewhere in what is shown of it. */
export function fits(offer: Offer, query: string): boolean {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const { title, description = '', server } = offer;
  const own = offer.kind === 'resource' ? offer.uri : offer.kind === 'template' ? offer.template : offer.name;
  const all = `${title}\n${own}\n${server}\n${description}`.toLowerCase();
  return words.every((word) => all.includes(word));
}
