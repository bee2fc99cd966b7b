/** Where a running Amber is asked for a backup of its embedded database. Plain node loads this file too. */
import { join } from 'node:path';

export const requestFile = (dataDir: string): string => join(dataDir, 'backup-request.json');
