// Shared with the browser: types and pure functions only.
/** Who is in a team, and who is invited, as admins see it. Times are ISO 8601, UTC. */
import type { Role } from '@/mcp/scopes';

export interface TeamMember {
  id: string;
  name: string;
  email: string;
  role: Role;
  joinedAt: string;
  /** When they last had Amber open; null: never since this is kept. */
  lastSeenAt: string | null;
  /** How they sign in. */
  methods: SignInMethod[];
  /** The role that their provider names and that they were not given: the team would be without an admin. */
  heldRole: Role | null;
  /** Cards in their chats that wait for a decision. */
  waiting: number;
}

export type SignInMethod = 'password' | 'app' | 'passkey' | 'sign-on' | 'other';

export interface TeamInvitation {
  id: string;
  email: string;
  role: Role;
  invitedBy: string;
  createdAt: string;
  expiresAt: string;
  /** Its time is over. */
  isOver: boolean;
}

/** Who must have a second factor. */
export const SECOND_FACTOR_OF = ['nobody', 'admins', 'everybody'] as const;
export type SecondFactorOf = (typeof SECOND_FACTOR_OF)[number];

export interface TeamView {
  secondFactorOf: SecondFactorOf;
  /** By name. */
  members: TeamMember[];
  /** Newest first; none that was accepted. */
  invitations: TeamInvitation[];
}

/** How an invitation reaches the person: mailed by Amber, or handed on by the admin. */
export type InvitationWay = 'mail' | 'link';
