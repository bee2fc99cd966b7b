// Shared with the browser: types and pure functions only.
/** A team's members and invitations, as admins see them. Times are ISO 8601, UTC. */
import type { Role } from '@/mcp/scopes';

export interface TeamMember {
  id: string;
  name: string;
  email: string;
  role: Role;
  joinedAt: string;
  /** When they last had Amber open; null: not since this has been recorded. */
  lastSeenAt: string | null;
  /** How they sign in. */
  methods: SignInMethod[];
  /** The role that their provider names and that was not granted, because the team would be without an admin. */
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
  /** It has expired. */
  isOver: boolean;
}

/** Who must have a second factor. */
export const SECOND_FACTOR_OF = ['nobody', 'admins', 'everybody'] as const;
export type SecondFactorOf = (typeof SECOND_FACTOR_OF)[number];

export interface TeamView {
  secondFactorOf: SecondFactorOf;
  /** By name. */
  members: TeamMember[];
  /** Open ones, newest first. */
  invitations: TeamInvitation[];
}

/** How an invitation reaches the person: mailed by Amber, or handed on by the admin. */
export type InvitationWay = 'mail' | 'link';
