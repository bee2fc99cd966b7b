/** Runs a command that does not end, until this process is killed; in the background if requested. */
import { setTimeout } from 'node:timers/promises';
import { BackgroundProcesses } from '../../background/processes';
import { rehearse } from '../rehearse';
import { newPlace } from './place';

const COMMAND = 'setsid sleep 4567891 & sleep 4567891';
const [workspace, journals] = process.argv.slice(2);
if (workspace === undefined || journals === undefined) await rehearse(COMMAND, newPlace());
else {
  await new BackgroundProcesses(journals).start(COMMAND, { workspace, journals }, undefined);
  await setTimeout(1_000_000);
}
