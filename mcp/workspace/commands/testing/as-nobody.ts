/** The checks that the tests run in a process that is not root. */
import { apply } from '../apply';
import { rehearse } from '../rehearse';
import { escapes } from './escapes';
import { newPlace, SMALL, snapshot } from './place';

const place = newPlace();
const before = snapshot(place.workspace);
const { layer = '', changes } = await rehearse(
  'rm -rf src; mkdir src k; echo 1 > src/1; chmod 000 a k; id -u; mv big sub/big',
  place,
  SMALL,
);
const isUntouched = JSON.stringify(before) === JSON.stringify(snapshot(place.workspace));
await apply(place.journals, layer);
const after = snapshot(place.workspace.replace(/$/, '/sub'));
console.log(
  JSON.stringify({
    uid: process.getuid?.(),
    isUntouched,
    changes: changes.length,
    after,
    escaped: await escapes(),
  }),
);
