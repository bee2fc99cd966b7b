/** Names for files that a server sent, safe to show on the page and to save in a person's downloads. */
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
/** Extensions by the type that the server claims, for files without an extension whose bytes are not recognised. */
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
 * Extensions that a double click only shows, plays or unpacks. Every other file gets a text extension: nobody can list
 * everything that systems execute. HTML, SVG and XML are not on the list, since nothing stops their scripts once they
 * are on a disk.
 */
const HARMLESS = new Set(
  (
    'txt text md markdown rst tex bib log csv tsv json jsonl ndjson geojson yaml yml toml sql css ts tsx diff patch srt vtt ics vcf ' +
    'pdf png jpg jpeg gif webp avif bmp tif tiff heic wav mp3 ogg oga opus flac aac m4a webm mp4 m4v mov mkv avi ' +
    'docx xlsx pptx odt ods odp zip gz tar parquet'
  ).split(' '),
);
/** Device names on some systems, whatever extension follows. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

export interface Naming {
  /** What its server calls it: names and addresses, best first; values that are not text are skipped. */
  given: readonly unknown[];
  /** Detected from its bytes; decides the extension. Absent: its server's extension stays, if it is harmless. */
  mimeType: string | undefined;
  /** The type that its server claims. */
  said: string | undefined;
  /** For a file without a name. */
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
  // Checked again, since a cut name may end differently.
  const cut = base(named);
  if (parted(cut)[1] !== '') return harmless(cut);
  const meant = new Map(Object.entries(SAID)).get(said ?? '');
  return meant ? harmless(`${cut}.${meant}`) : cut;
}

/** Everything after the last dot is the extension, however long. */
function parted(name: string): [stem: string, ending: string] {
  const dot = name.lastIndexOf('.');
  return dot === -1 ? [name, ''] : [name.slice(0, dot), name.slice(dot + 1)];
}

const harmless = (name: string) => (HARMLESS.has(parted(name)[1].toLowerCase()) ? name : `${name}.txt`);

const notDevice = (name: string) => (DEVICE.test(name.split('.')[0] ?? '') ? `_${name}` : name);

/** The last segment of a path or an address, without invisible characters and without those special to file systems. */
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

/** No leading dot (it hides the file) and no trailing dot (some systems drop it). */
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
