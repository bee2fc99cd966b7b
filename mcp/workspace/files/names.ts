/**
 * Names that count for more than others. They are compared as the most forgiving file system would: without case, without
 * characters that cannot be seen, in one normal form, and without what Windows leaves out at their end. Pure.
 */

/** Refused altogether: such files say which programs start, and hold their credentials. */
const REFUSED = /^\.?mcp\.json$/;
/** Neither read nor written without a person: what they hold lets somebody in somewhere. */
const SECRET =
  /^(?:\.env.*|.*\.(?:pem|key|p12|pfx|jks|keystore|kdbx)|id_(?:rsa|dsa|ecdsa|ed25519)|\.(?:npmrc|netrc|_netrc|pgpass|htpasswd|git-credentials|pypirc|dockercfg)|\.(?:ssh|gnupg|aws|azure|kube))$/;
/** Not written without a person: what stands there runs by itself later. */
const GUARDED =
  /^(?:\.git|\.gitmodules|\.husky|\.githooks|\.hg|\.svn|\.pre-commit-config\.ya?ml|\.vscode|\.idea)$/;
/** Below `.git` these hold addresses with passwords in them. */
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

/** Whether a search may tell of the path, by its names: what a version control keeps for itself is no file of anybody's. */
export function isTellable(names: readonly string[]): boolean {
  const standing = standingOf(names);
  if (standing === 'plain') return true;
  return standing === 'guarded' && !names.some((name) => OF_VERSIONS.includes(fold(name)));
}

/** As any file system may understand the name. */
export function fold(name: string): string {
  const visible = /^[\x20-\x7e]*$/.test(name) ? name : visibleOf(name);
  const [plain = ''] = visible.toLowerCase().split(':');
  const ended = plain.replace(/[. ]+$/, '');
  // What Windows calls it where long names are not spoken.
  return ended.replace(/^(git|env|mcp)~\d+(?:\.jso)?$/, (_, short: string) =>
    short === 'mcp' ? 'mcp.json' : `.${short}`,
  );
}

function visibleOf(name: string): string {
  return name.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
}

/** Folders that no search goes into, as they are mostly written. */
export const OF_VERSIONS = ['.git', '.hg', '.svn'];
/**
 * What ripgrep need not look into either, written so that it knows it by a look-up and not by an expression. That saves reading
 * it, and no more: what nothing may be told of is taken out of its hits by `isTellable`, however it is written.
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
