/** Amber's own tools for other people's MCP clients: Streamable HTTP with a bearer token, without a browser session. */
import { answerOutside } from '@/lib/outside/own-services';

export {
  answerOutside as DELETE,
  answerOutside as GET,
  answerOutside as HEAD,
  answerOutside as OPTIONS,
  answerOutside as PATCH,
  answerOutside as POST,
  answerOutside as PUT,
};
