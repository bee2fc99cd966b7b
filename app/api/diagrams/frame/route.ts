/** The sandboxed page that draws diagrams. */
import { diagramFrame } from '@/lib/http/diagram-frame';
import { endpoint, methods } from '@/lib/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    handle: ({ request }) => diagramFrame(request.headers),
  }),
});
