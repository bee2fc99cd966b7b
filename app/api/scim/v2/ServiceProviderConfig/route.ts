/** The features that a directory can use here (SCIM). */
import { readConfiguration } from '@/lib/directory/documents';
import { directoryMethods } from '@/lib/directory/door';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = directoryMethods({
  GET: readConfiguration,
});
