/** One person, for the team's directory (SCIM): reading, changing, deactivating, deleting. */
import { directoryMethods } from '@/lib/directory/door';
import { deleteUser, patchUser, readUser, replaceUser } from '@/lib/directory/users';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = directoryMethods({
  GET: readUser,
  PUT: replaceUser,
  PATCH: patchUser,
  DELETE: deleteUser,
});
