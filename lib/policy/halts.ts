// Shared with the browser: types and pure functions only.
/**
 * What admins have halted at once: the kill switch. Pure; the table holds the halts, and the statement that sends a
 * call checks them.
 */
import type { Risk } from '@/mcp/annotations';

/** Characters of a reason. */
export const MOST_WORDS = 500;

/** Everything that writes; all calls of a server, or of a tool; all calls for a person; all calls of other clients. */
export const HALT_KINDS = ['writes', 'server', 'tool', 'person', 'clients'] as const;
export type HaltKind = (typeof HALT_KINDS)[number];

export interface Halt {
  kind: HaltKind;
  /** Of `server` and `tool`; null otherwise. */
  server: string | null;
  /** Of `tool`, its bare name; null otherwise. */
  tool: string | null;
  /** Of `person`: nothing runs for them and they decide nothing; null otherwise. */
  userId: string | null;
  /** In the words of the admin who set it. */
  reason: string;
}

/** Where a call is made. */
export interface HaltedPlace {
  /** For whom. */
  userId: string;
  /** Made by another client, with a token. */
  byClient: boolean;
}

/** Of the halts in force, those that apply here, whatever tool is called. */
export function haltsAt<H extends Halt>(halts: readonly H[], { userId, byClient }: HaltedPlace): H[] {
  return halts.filter((one) => {
    if (one.kind === 'person') return one.userId === userId;
    return one.kind !== 'clients' || byClient;
  });
}

/** A tool as a halt names it. */
interface Halted {
  server: string;
  name: string;
  risk: Risk;
  trusted: boolean;
}

/**
 * The halt that stops calls of this tool; if several do, the widest.
 * @param halts those that apply where it is called
 */
export function haltOf<H extends Halt>(halts: readonly H[], tool: Halted): H | undefined {
  return HALT_KINDS.map((kind) => halts.find((one) => one.kind === kind && stops(one, tool))).find(Boolean);
}

function stops(halt: Halt, { server, name, risk, trusted }: Halted): boolean {
  if (halt.kind === 'person' || halt.kind === 'clients') return true;
  // A tool of a server that is not trusted counts as destructive, whatever it declares.
  if (halt.kind === 'writes') return risk !== 'read-only' || !trusted;
  return halt.server === server && (halt.kind === 'server' || halt.tool === name);
}

const SAID: Record<HaltKind, (why: string) => string> = {
  writes: (why) => `An admin has stopped everything that writes. They say: ${why}`,
  server: (why) => `An admin has stopped this server. They say: ${why}`,
  tool: (why) => `An admin has stopped this tool. They say: ${why}`,
  person: (why) => `An admin has stopped everything for this person. They say: ${why}`,
  clients: (why) => `An admin has stopped other clients. They say: ${why}`,
};

/** Why nothing runs, in a sentence and the admin's own words. */
export function haltReason({ kind, reason }: Pick<Halt, 'kind' | 'reason'>): string {
  return SAID[kind](`\u201c${reason.replaceAll(/[\u201c-\u201f]/g, '"')}\u201d`);
}
