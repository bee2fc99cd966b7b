/** One group, for the team's directory (SCIM): reading, changing, deleting. */
import { directoryMethods } from '@/lib/directory/door';
import { deleteOneGroup, patchGroup, readGroup, replaceGroup } from '@/lib/directory/groups';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = directoryMethods({
  GET: readGroup,
  PUT: replaceGroup,
  PATCH: patchGroup,
  DELETE: deleteOneGroup,
});
