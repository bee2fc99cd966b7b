/**
 * The icon of a server or of one of its tools: a small picture, judged by its own bytes, that is either fetched by us
 * from the server's own origin or embedded in what it declares. Anything else it names is neither fetched nor shown.
 */
import { readPieces } from '@/lib/transport/bounded-body';
import type { Fetch } from '@/lib/transport/http-transport';
import { isRecord } from '@/lib/values/records';
import { sniff } from './sniff';

export interface Icon {
  mimeType: string;
  bytes: Buffer;
}

const MOST_BYTES = 65_536;
/** Pixels per side; icons are shown small. */
const MOST_SIDE = 1_024;
const MOST_ICONS = 20;
const MOST_URL = 2_000;
const WITHIN_MS = 5_000;
const TYPES = new Set(['image/png', 'image/jpeg', 'image/webp']);
const DATA = /^data:image\/(?:png|jpe?g|webp);base64,([A-Za-z0-9+/=\s]{1,90000})$/;

/** The first icon among those named that may be fetched at all; nothing if there is none. */
export function iconSource(icons: unknown): string | undefined {
  if (!Array.isArray(icons)) return undefined;
  return icons
    .slice(0, MOST_ICONS)
    .map(sourceOf)
    .find((source) => source !== undefined);
}

function sourceOf(icon: unknown): string | undefined {
  if (!isRecord(icon) || typeof icon.src !== 'string') return undefined;
  const { src, mimeType } = icon;
  if (typeof mimeType === 'string' && !/^image\/(?:png|jpe?g|webp)$/i.test(mimeType)) return undefined;
  const isAddress = /^https?:\/\//.test(src) && src.length <= MOST_URL;
  return isAddress || DATA.test(src) ? src : undefined;
}

/** Fetched icons are kept as long as the server's client; a failed one is not fetched again automatically. */
export class Icons {
  private readonly known = new Map<string, Promise<Icon | undefined>>();

  /** @param address of the server; absent: it has none, and nothing is fetched */
  constructor(
    private readonly fetch: Fetch,
    private readonly address: string | undefined,
  ) {}

  get(source: string): Promise<Icon | undefined> {
    const known = this.known.get(source);
    if (known) return known;
    // A limit, so that a server that names another icon each time is not followed for ever.
    if (this.known.size >= MOST_ICONS) return Promise.resolve(undefined);
    const found = this.read(source).then(iconIn, () => undefined);
    this.known.set(source, found);
    return found;
  }

  private async read(source: string): Promise<Buffer | undefined> {
    const [, data] = DATA.exec(source) ?? [];
    if (data !== undefined) return Buffer.from(data, 'base64');
    const isOwn = this.address !== undefined && new URL(source).origin === new URL(this.address).origin;
    if (!isOwn) return undefined;
    const signal = AbortSignal.timeout(WITHIN_MS);
    const init: RequestInit = { method: 'GET', redirect: 'manual', credentials: 'omit', signal };
    const response = await this.fetch(source, init);
    if (response.ok) return readPieces(response, MOST_BYTES, signal);
    await response.body?.cancel();
    return undefined;
  }
}

function iconIn(bytes: Buffer | undefined): Icon | undefined {
  if (!bytes || bytes.length > MOST_BYTES) return undefined;
  const seen = sniff(bytes, false);
  if (seen.type !== 'image' || seen.animated || !TYPES.has(seen.mimeType)) return undefined;
  return Math.max(seen.width, seen.height) > MOST_SIDE ? undefined : { mimeType: seen.mimeType, bytes };
}
