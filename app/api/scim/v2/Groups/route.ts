/** Groups, for the team's directory (SCIM): searching and creating. */
import { directoryMethods } from '@/lib/directory/door';
import { createGroup, listAllGroups } from '@/lib/directory/groups';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = directoryMethods({
  GET: listAllGroups,
  POST: createGroup,
});
