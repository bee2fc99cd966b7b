/** Names for what a server sent, as they may stand on the page and in a person's folder of downloads. */
import { withoutUnseen } from '@/lib/values/text';

const MAX_NAME = 80;
const ENDINGS: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'audio/wav': 'wav',
  'audio/ogg': 'ogg',
  'audio/flac': 'flac',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/webm': 'webm',
  'audio/aac': 'aac',
  'application/pdf': 'pdf',
};
/** For what has no name with an ending, and whose bytes tell nothing: by its server's word. */
const SAID: Record<string, string> = {
  'image/svg+xml': 'svg',
  'image/avif': 'avif',
  'text/html': 'html',
  'text/csv': 'csv',
  'text/plain': 'txt',
  'text/markdown': 'md',
  'application/json': 'json',
  'application/xml': 'xml',
  'application/zip': 'zip',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
};
/**
 * What a double click only shows, plays or unpacks. Everything else ends as a text: nobody can list all that systems run.
 * Pages, drawings and XML are not here: on a disk nothing keeps the scripts in them from running.
 */
const HARMLESS = new Set(
  (
    'txt text md markdown rst tex bib log csv tsv json jsonl ndjson geojson yaml yml toml sql css ts tsx diff patch srt vtt ics vcf ' +
    'pdf png jpg jpeg gif webp avif bmp tif tiff heic wav mp3 ogg oga opus flac aac m4a webm mp4 m4v mov mkv avi ' +
    'docx xlsx pptx odt ods odp zip gz tar parquet'
  ).split(' '),
);
/** Names that mean a device to some systems, whatever stands behind them. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

export interface Naming {
  /** What its server calls it, names and addresses, the best first; what is no text is passed over. */
  given: readonly unknown[];
  /** By its bytes: decides how the name ends. Absent: its server's ending stays, where that is harmless. */
  mimeType: string | undefined;
  /** What its server says that it is. */
  said: string | undefined;
  /** For what has no name. */
  fallback: string;
}

export function fileName({ given, mimeType, said, fallback }: Naming): string {
  const named = given.map(lastOf).find((name) => name !== '') ?? fallback;
  const base = (name: string) => notDevice(trimmed(name.slice(0, MAX_NAME)) || fallback);
  const [stem, ending] = parted(named);
  const known = mimeType ? ENDINGS[mimeType] : undefined;
  if (known !== undefined) {
    const isSame = known === ending.toLowerCase() || (known === 'jpg' && /^jpeg$/i.test(ending));
    return `${base(isSame ? stem : named)}.${known}`;
  }
  if (HARMLESS.has(ending.toLowerCase())) return `${base(stem)}.${ending}`;
  // What is cut may end otherwise than what was given.
  const cut = base(named);
  if (parted(cut)[1] !== '') return harmless(cut);
  const meant = new Map(Object.entries(SAID)).get(said ?? '');
  return meant ? harmless(`${cut}.${meant}`) : cut;
}

/** Whatever stands behind the last dot is how a name ends, however long it is. */
function parted(name: string): [stem: string, ending: string] {
  const dot = name.lastIndexOf('.');
  return dot === -1 ? [name, ''] : [name.slice(0, dot), name.slice(dot + 1)];
}

const harmless = (name: string) => (HARMLESS.has(parted(name)[1].toLowerCase()) ? name : `${name}.txt`);

const notDevice = (name: string) => (DEVICE.test(name.split('.')[0] ?? '') ? `_${name}` : name);

/** The last step of a path or an address, without anything that is unseen or that a file system reads as more than a name. */
function lastOf(given: unknown): string {
  if (typeof given !== 'string') return '';
  const isAddress = /^[a-z][a-z\d+.-]+:\/\//i.test(given);
  const path = isAddress ? given.slice(0, 2_000).replace(/[?#].*$/s, '') : given.slice(0, 2_000);
  const last = decoded(path.replace(/[/\\]+$/, ''))
    .split(/[/\\]/)
    .at(-1);
  const seen = withoutUnseen((last ?? '').normalize('NFC').replace(/\s+/g, ' '));
  return trimmed(seen.replace(/ +/g, ' ').replace(/[<>:"|?*%]/g, '_'));
}

/** No name begins with a dot or ends with one: the first hides it, the second is lost on some systems. */
function trimmed(name: string): string {
  return name.replace(/^[\s.]+|[\s.]+$/g, '').toWellFormed();
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
