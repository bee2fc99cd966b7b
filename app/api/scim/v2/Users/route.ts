/** People, for the team's directory (SCIM): searching and creating. */
import { directoryMethods } from '@/lib/directory/door';
import { createUser, listUsers } from '@/lib/directory/users';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = directoryMethods({
  GET: listUsers,
  POST: createUser,
});
