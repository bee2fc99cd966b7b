/**
 * `npm run image`: performs the steps of the Dockerfile one by one in an empty folder, for machines that cannot run
 * containers; then starts the result as another user from a read-only tree, checks whether it serves, and prints its
 * size. It says what it did not do: no image was pulled, no container was run.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureInstalled, ensureNode } from './prepare/install.mjs';
import { root } from './prepare/run.mjs';

process.chdir(root);
await ensureInstalled();
await ensureNode();
const { stagesOf } = await import('./image/dockerfile-steps.mjs');
const { assemble } = await import('./image/assemble.mjs');
const { Session } = await import('../e2e/session.ts');

/** A user who owns no file of the tree: stands for the image's user. */
const OTHER = 65534;
const isRoot = process.getuid?.() === 0;
const work = mkdtempSync(join(tmpdir(), 'amber-image-'));
chmodSync(work, 0o755);
try {
  const context = join(work, 'context');
  exportSources(context);
  const image = assemble(stagesOf(readFileSync('Dockerfile', 'utf8')), {
    work: join(work, 'stages'),
    context,
    node: dirname(process.execPath),
  });
  lockUp(image);
  await serve(image);
  report(image);
} finally {
  spawnSync('chmod', ['-R', 'u+w', work]);
  rmSync(work, { recursive: true, force: true, maxRetries: 5 });
}

/** The committed files without those in .dockerignore: an image consists of nothing else. */
function exportSources(folder) {
  mkdirSync(folder);
  const ignored = readFileSync('.dockerignore', 'utf8').split('\n').filter(Boolean);
  const packed = spawnSync('git', ['archive', 'HEAD'], { maxBuffer: 2 ** 30 });
  const args = [
    '-x',
    '-C',
    folder,
    ...ignored.flatMap((name) => ['--exclude', `./${name}`, '--exclude', name]),
  ];
  if (packed.status !== 0 || spawnSync('tar', args, { input: packed.stdout }).status !== 0)
    throw new Error('The sources could not be copied: is this a git checkout, and is tar there?');
}

/** Makes the tree read-only for the serving user, except for volumes. */
function lockUp({ root: tree, volumes = [] }) {
  spawnSync('chmod', ['-R', 'a+rX,a-w', tree]);
  for (const volume of volumes) {
    chmodSync(join(tree, volume), 0o700);
    if (isRoot) spawnSync('chown', ['-R', `${OTHER}:${OTHER}`, join(tree, volume)]);
  }
}

async function serve(image) {
  const port = await freePort();
  const inTree = (value) => (value.startsWith('/') ? join(image.root, value) : value);
  const own = Object.fromEntries(Object.entries(image.env).map(([name, value]) => [name, inTree(value)]));
  const env = {
    ...own,
    HOST: '127.0.0.1',
    PORT: String(port),
    AMBER_DEMO: '1',
    PATH: process.env.PATH,
    HOME: '/nonexistent',
    TMPDIR: join(work, 'tmp'),
  };
  mkdirSync(env.TMPDIR, { mode: 0o777 });
  chmodSync(env.TMPDIR, 0o777);
  const options = {
    cwd: join(image.root, image.folder),
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
    ...(isRoot && { uid: OTHER, gid: OTHER }),
  };
  const [, ...command] = image.command;
  const child = spawn(process.execPath, command, options);
  const ended = once(child, 'exit');
  try {
    await healthy(image, options, () => child.exitCode === null);
    await tryIt(`http://127.0.0.1:${port}`);
  } finally {
    child.kill('SIGTERM');
  }
  const [code] = await ended;
  if (code !== 0) throw new Error(`It ended with ${code} when it was asked to end.`);
}

/** By the image's own health check. */
async function healthy(image, options, isAlive) {
  const [, ...check] = image.health;
  for (let tries = 0; tries < 300 && isAlive(); tries += 1) {
    if (spawnSync(process.execPath, check, options).status === 0) return;
    await sleep(500);
  }
  throw new Error('It does not serve: its health check fails.');
}

/** A person signs in, asks, and has a file read: the parts that read more of the tree than their own code. */
async function tryIt(url) {
  const person = await Session.open(url, 'member');
  const { body: chat } = await person.call('POST', '/api/chats', {});
  const answer = await person.fetch('POST', '/api/chat', {
    chatId: chat.id,
    message: { id: 'first', text: 'Which invoices are overdue?' },
  });
  const told = await answer.text();
  if (!answer.ok || !told.includes('"finish"'))
    throw new Error(`A message is not answered: ${answer.status} ${told.slice(0, 300)}`);
  const page = await person.fetch('GET', '/');
  const style = /href="(\/_next\/static\/[^"]+\.css[^"]*)"/.exec(await page.text())?.[1];
  const sheet = style && (await fetch(url + style));
  if (!page.ok || !sheet?.ok)
    throw new Error(`The page is not served whole: ${page.status}, ${sheet?.status}`);
  const frame = await person.fetch('GET', '/api/diagrams/frame');
  if (!frame.ok) throw new Error(`The frame of diagrams is not served: ${frame.status}`);
  const file = await person.fetch(
    'POST',
    '/api/uploads?name=prices.csv',
    Buffer.from('name,price\nlamp,12\n'),
    { 'content-type': 'application/octet-stream' },
  );
  if (!file.ok) throw new Error(`A file is not read: ${file.status} ${(await file.text()).slice(0, 300)}`);
}

function report({ root: tree, notRun, volumes = [] }) {
  const size = (path) => Number(spawnSync('du', ['-sm', path], { encoding: 'utf8' }).stdout.split('\t')[0]);
  const stored = volumes.reduce((sum, volume) => sum + size(join(tree, volume)), 0);
  console.log(
    `\nThe Dockerfile's steps were taken in an empty folder, and what came of it served as ${isRoot ? `user ${OTHER}` : 'this user'}`,
  );
  console.log(
    'from a tree that it cannot write to: a message was answered, a page served, a file read, and it ended in order.',
  );
  console.log(`  ${size(tree) - stored} MB, without Node and the system below it`);
  console.log(`  not done here: ${[...notRun, 'a container'].join(', ')}`);
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}
