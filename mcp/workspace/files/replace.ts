/**
 * Replaces a file atomically: the new one is written beside it, synced to the disk and renamed, all within the folder
 * that the walk holds. Readers see either the old file or the new one. Other hard links keep the old contents.
 */
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, link, lstat, open, rename, unlink } from 'node:fs/promises';
import { ToolError } from '../../serving/answer';
import { isSame } from './held';
import { type Place, shown } from './walk';

const { O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_WRONLY } = constants;

/**
 * Writes the file. Its mode stays, and its owner if we may set it; access lists and extended attributes do not.
 * @param place as it was when the bytes were made: if something else is there by now, nothing is written
 */
export async function replaceFile(place: Place, bytes: Buffer, signal: AbortSignal): Promise<void> {
  const { parent, name } = place;
  const temporary = `${parent.at}/.amber-${randomBytes(8).toString('hex')}.tmp`;
  signal.throwIfAborted();
  const handle = await open(
    temporary,
    O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW,
    place.target ? 0o600 : 0o666,
  );
  try {
    await fill(handle, bytes, place, signal);
    signal.throwIfAborted();
    await assertUnchanged(place);
    if (place.target) await rename(temporary, `${parent.at}/${name}`);
    else await putNew(temporary, place);
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw error;
  }
  await sync(parent.at);
}

async function fill(handle: FileHandle, bytes: Buffer, place: Place, signal: AbortSignal): Promise<void> {
  try {
    await handle.writeFile(bytes, { signal });
    if (place.target) {
      const { uid, gid, mode } = place.target.stat;
      const own = await handle.stat({ bigint: true });
      const isOthers = own.uid !== uid || own.gid !== gid;
      if (isOthers) await handle.chown(Number(uid), Number(gid)).catch(() => {});
      await handle.chmod(Number(mode) & 0o7777);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Hard-links rather than renames, since `rename` would overwrite what has appeared there meanwhile. */
async function putNew(temporary: string, { parent, name, path }: Place): Promise<void> {
  try {
    await link(temporary, `${parent.at}/${name}`);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw changed(path);
    // The file system has no hard links.
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error;
    await rename(temporary, `${parent.at}/${name}`);
    return;
  }
  await unlink(temporary);
}

/** @throws ToolError if something else is there than what was walked to */
export async function assertUnchanged({ parent, name, target, path }: Place): Promise<void> {
  const now = await lstat(`${parent.at}/${name}`, { bigint: true }).catch(() => undefined);
  if (!now && !target) return;
  const before = target?.stat;
  const isIt =
    now && before && isSame(now, before) && now.size === before.size && now.mtimeNs === before.mtimeNs;
  if (!isIt) throw changed(path);
}

function changed(path: string): ToolError {
  return new ToolError(`${shown(path)} has changed meanwhile. Nothing was written; read it again.`);
}

/** Makes the name durable too; where a folder cannot be synced, that happens a little later. */
async function sync(folder: string): Promise<void> {
  try {
    const handle = await open(`${folder}/.`);
    await handle.sync().finally(() => handle.close());
  } catch {
    return;
  }
}
