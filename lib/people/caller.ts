/** The person on whose behalf a turn acts. */
import type { Role } from '@/mcp/scopes';

/** Read from the session and the database, never from a client's message. */
export interface Caller {
  userId: string;
  userName: string;
  teamId: string;
  teamName: string;
  role: Role;
}
