/**
 * What a program that we start knows of our environment: enough to find its tools and its home, and to reach the
 * network where this machine reaches it only through a proxy or with certificates of its own (`npx` waits forever
 * without). Nothing of ours that might be a secret is on the list; what else a server needs stands in its entry.
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

/** @param own what the entry sets; it wins */
export function programEnvironment(own: Readonly<Record<string, string>>): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const name of [...(process.platform === 'win32' ? WINDOWS : POSIX), ...CERTIFICATES]) {
    const value = process.env[name];
    // A function that a shell has exported.
    if (value !== undefined && !value.startsWith('()')) environment[name] = value;
  }
  for (const name of PROXIES) {
    const value = process.env[name];
    // `user:password@` stays with us; an "@" is nowhere else in the address of a proxy.
    if (value !== undefined && !value.includes('@')) environment[name] = value;
  }
  return { ...environment, ...own };
}
