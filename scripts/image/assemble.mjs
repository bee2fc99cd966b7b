/** Performs the steps of a Dockerfile in folders of this machine: each stage is a folder, and `/` is that folder. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * @param {import('./dockerfile-steps.mjs').Stage[]} stages
 * @param {{work: string, context: string, node: string}} place `work`: an empty folder; `context`: the source of
 * copies; `node`: the folder with the `node` and `npm` that replace the image's
 * @returns the result of the last stage: its folder, settings, and start command
 */
export function assemble(stages, { work, context, node }) {
  const made = new Map();
  let image;
  for (const [nth, { name, from, steps }] of stages.entries()) {
    const root = join(work, name || `stage-${nth}`);
    const before = made.get(from);
    if (before) cpSync(before.root, root, { recursive: true, verbatimSymlinks: true });
    else mkdirSync(root, { recursive: true });
    image = {
      root,
      folder: before?.folder ?? '/',
      env: { ...before?.env },
      notRun: before ? [] : [`FROM ${from}`],
    };
    for (const step of steps) take(step, image, { made, context, node });
    made.set(name, image);
  }
  return image;
}

/** Ownership by another user cannot be reproduced before the start: see `try-image.mjs`. */
const LATER = { VOLUME: 'volumes', EXPOSE: 'ports', CMD: 'command', HEALTHCHECK: 'health' };

function take(step, image, places) {
  const { kind, words } = step;
  if (kind === 'WORKDIR') {
    image.folder = words[0];
    mkdirSync(join(image.root, image.folder), { recursive: true });
  } else if (kind === 'ENV') {
    for (const word of words) image.env[word.slice(0, word.indexOf('='))] = word.slice(word.indexOf('=') + 1);
  } else if (kind === 'COPY') copy(step, image, places);
  else if (kind === 'RUN') runIn(step, image, places);
  else if (kind === 'USER') image.user = words[0];
  else image[LATER[kind]] = words;
}

function copy({ words, stage, text }, image, { made, context }) {
  const [to = '.', ...from] = [...words].reverse();
  const source = stage ? made.get(stage)?.root : context;
  if (!source) throw new Error(`There is no stage ${stage} before: COPY ${text}`);
  const target = to.startsWith('/') ? join(image.root, to) : join(image.root, image.folder, to);
  for (const one of from) {
    const path = join(source, one);
    if (!existsSync(path)) throw new Error(`What is to be copied is not there: ${one} (COPY ${text})`);
    // A folder's contents are copied; a file goes into a folder that is named with a slash.
    const isInto = /(^|\/)\.?\/?$/.test(to) && !isFolder(path);
    cpSync(path, isInto ? join(target, basename(one)) : target, { recursive: true, verbatimSymlinks: true });
  }
}

const isFolder = (path) => statSync(path).isDirectory();

function runIn({ text }, image, { node }) {
  // Absolute paths of the image are folders of ours.
  const command = text.replace(/(?<=\s)\/(?=data\b)/g, `${image.root}/`);
  const env = { ...image.env, PATH: `${node}:/usr/local/bin:/usr/bin:/bin`, HOME: image.root };
  const { status } = spawnSync('sh', ['-c', command], {
    cwd: join(image.root, image.folder),
    env: { ...passedOn(), ...env },
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`RUN ${text} ended with ${status}.`);
}

/** Access to packages depends on this machine. */
function passedOn() {
  const names = Object.keys(process.env).filter((name) =>
    /^(npm_config_|https?_proxy$|no_proxy$|NODE_EXTRA_CA_CERTS$)/i.test(name),
  );
  return Object.fromEntries(names.map((name) => [name, process.env[name]]));
}
