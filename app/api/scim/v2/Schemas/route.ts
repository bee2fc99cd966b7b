/** The attributes that a directory finds here (SCIM). */
import { readSchemas } from '@/lib/directory/documents';
import { directoryMethods } from '@/lib/directory/door';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = directoryMethods({
  GET: readSchemas,
});
