/** The resource types that a directory finds here (SCIM). */
import { readResourceTypes } from '@/lib/directory/documents';
import { directoryMethods } from '@/lib/directory/door';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = directoryMethods({
  GET: readResourceTypes,
});
