/** Runs a command that does not end, until somebody kills this process. */
import { rehearse } from '../rehearse';
import { newPlace } from './place';

await rehearse('setsid sleep 4567891 & sleep 4567891', newPlace());
