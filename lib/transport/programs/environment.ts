/**
 * Which of our environment variables a program gets: enough to find its tools and its home, and to reach the network on
 * machines that need a proxy or their own certificates for it (`npx` hangs for ever without them). Nothing on the list
 * can be a secret of ours; anything else that a server needs is set in its entry.
 */
const POSIX = ['HOME', 'LANG', 'LC_ALL', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'TMPDIR', 'TZ', 'USER'];
const WINDOWS = [
  'APPDATA',
  'COMSPEC',
  'HOMEDRIVE',
  'HOMEPATH',
  'LOCALAPPDATA',
  'PATH',
  'PATHEXT',
  'PROCESSOR_ARCHITECTURE',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'SYSTEMDRIVE',
  'SYSTEMROOT',
  'TEMP',
  'USERNAME',
  'USERPROFILE',
  'WINDIR',
];

/** Files and folders of certificates. */
export const CERTIFICATES = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_DIR', 'SSL_CERT_FILE'];
/** Both spellings are in use, and not every program reads both. */
export const PROXIES = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'].flatMap((name) => [
  name,
  name.toLowerCase(),
]);

/** @param own the variables set in the entry; they take precedence */
export function programEnvironment(own: Readonly<Record<string, string>>): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const name of [...(process.platform === 'win32' ? WINDOWS : POSIX), ...CERTIFICATES]) {
    const value = process.env[name];
    // Starts with `()`: a function that a shell has exported.
    if (value !== undefined && !value.startsWith('()')) environment[name] = value;
  }
  for (const name of PROXIES) {
    const value = process.env[name];
    // Proxies with `user:password@` are withheld; a proxy's address has an "@" nowhere else.
    if (value !== undefined && !value.includes('@')) environment[name] = value;
  }
  return { ...environment, ...own };
}
