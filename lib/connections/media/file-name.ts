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
/** What a double click would run. */
const RUNS =
  /^(?:apk|app|appimage|appref-ms|bat|bin|cmd|com|command|cpl|deb|desktop|dll|dmg|elf|exe|gadget|hta|inf|iso|jar|jse?|lnk|mjs|msc|msi|msix|pif|pkg|pl|ps1|py|pyw|rb|reg|rpm|scf|scr|sh|sys|terminal|url|vbe?|vbs|webloc|wsf|wsh|xll)$/i;
/** Names that mean a device to some systems, whatever stands behind them. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

export interface Naming {
  /** What its server calls it, names and addresses, the best first; what is no text is passed over. */
  given: readonly unknown[];
  /** By its bytes: decides how the name ends. Absent: its server's ending stays, unless it is a program's. */
  mimeType: string | undefined;
  /** What its server says that it is. */
  said: string | undefined;
  /** For what has no name. */
  fallback: string;
}

export function fileName({ given, mimeType, said, fallback }: Naming): string {
  const named = given.map(lastOf).find((name) => name !== '') ?? fallback;
  const [, stem = named, ending = ''] = /^(.*?)\.([A-Za-z0-9]{1,10})$/.exec(named) ?? [];
  const known = mimeType ? ENDINGS[mimeType] : undefined;
  const isSame = known === ending.toLowerCase() || (known === 'jpg' && /^jpeg$/i.test(ending));
  const kept = known === undefined || isSame ? stem : named;
  const base = trimmed(kept.slice(0, MAX_NAME)) || fallback;
  const safe = DEVICE.test(base.split('.')[0] ?? '') ? `_${base}` : base;
  const end = known ?? (ending ? harmless(ending) : (new Map(Object.entries(SAID)).get(said ?? '') ?? ''));
  return end === '' ? safe : `${safe}.${end}`;
}

const harmless = (ending: string) => (RUNS.test(ending) ? `${ending}.txt` : ending);

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
