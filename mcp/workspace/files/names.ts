/**
 * Names that need special care. They are compared as the most lenient file system would: ignoring case, invisible
 * characters and whatever Windows drops at the end of a name, in one Unicode normal form. Pure.
 */

/** Refused altogether: these files say which programs are started, and hold their credentials. */
const REFUSED = /^\.?mcp\.json$/;
/** Neither read nor written without a person's consent: they hold credentials. */
const SECRET =
  /^(?:\.env.*|.*\.(?:pem|key|p12|pfx|jks|keystore|kdbx)|id_(?:rsa|dsa|ecdsa|ed25519)|\.(?:npmrc|netrc|_netrc|pgpass|htpasswd|git-credentials|pypirc|dockercfg)|\.(?:ssh|gnupg|aws|azure|kube))$/;
/** Not written without a person's consent: what they contain runs by itself later. */
const GUARDED =
  /^(?:\.git|\.gitmodules|\.husky|\.githooks|\.hg|\.svn|\.pre-commit-config\.ya?ml|\.vscode|\.idea)$/;
/** Below `.git`, these may hold addresses with passwords in them. */
const SECRET_OF_GIT = /^(?:config|credentials)$/;

export type Standing = 'plain' | 'guarded' | 'secret' | 'refused';

/** @param names of a path's parts, from the workspace down */
export function standingOf(names: readonly string[]): Standing {
  const folded = names.map(fold);
  if (folded.some((name) => REFUSED.test(name))) return 'refused';
  const inGit = folded.includes('.git');
  if (folded.some((name) => SECRET.test(name) || (inGit && SECRET_OF_GIT.test(name)))) return 'secret';
  return folded.some((name) => GUARDED.test(name)) ? 'guarded' : 'plain';
}

/**
 * Whether a search may mention the path, judged by its names. The internal files of version control are nobody's files.
 */
export function isTellable(names: readonly string[]): boolean {
  const standing = standingOf(names);
  if (standing === 'plain') return true;
  return standing === 'guarded' && !names.some((name) => OF_VERSIONS.includes(fold(name)));
}

/** The name as any file system may understand it. */
export function fold(name: string): string {
  const visible = /^[\x20-\x7e]*$/.test(name) ? name : visibleOf(name);
  const [plain = ''] = visible.toLowerCase().split(':');
  const ended = plain.replace(/[. ]+$/, '');
  // The short (8.3) names that Windows gives them.
  return ended.replace(/^(git|env|mcp)~\d+(?:\.jso)?$/, (_, short: string) =>
    short === 'mcp' ? 'mcp.json' : `.${short}`,
  );
}

function visibleOf(name: string): string {
  return name.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
}

/** Folders that no search enters, in their usual spelling. */
export const OF_VERSIONS = ['.git', '.hg', '.svn'];
/**
 * What ripgrep need not read either, written so that it can use a look-up instead of a regular expression. This only
 * saves reading: whatever must not be mentioned is removed from the hits by `isTellable`, however it is spelled.
 */
export const NEVER_READ = [
  ...[
    'mcp.json',
    '.mcp.json',
    '.env',
    '.env.local',
    '*.pem',
    '*.key',
    '*.p12',
    '*.pfx',
    '*.jks',
    '*.keystore',
  ],
  ...['*.kdbx', 'id_rsa', 'id_dsa', 'id_ecdsa', 'id_ed25519', '.npmrc', '.netrc', '.pgpass'],
  ...['.git-credentials', '.pypirc', '.ssh', '.gnupg', '.aws', '.azure', '.kube'],
];
