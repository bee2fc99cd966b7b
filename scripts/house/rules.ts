/** Who may import whom (default: nobody). docs/architecture.md draws this table. */
import type { Import } from './imports';

/** Files of lib that the browser may load say so in their first line. */
export const SHARED_MARK = '// Shared with the browser: types and pure functions only.';

/** Files above all rooms: configuration, start-up and scripts. Nothing imports them. */
const ABOVE = /^(?:scripts\/|[^/]+\.(?:ts|mjs|tsx)$)/;

/** They work only on their inputs, and know nothing else of Amber. */
const ALONE = ['policy', 'offline-model'];

/** lib's rooms from the top down, each with the rooms it may use; every room may use itself and what is common. */
export const COMMON = ['errors', 'as-app-error', 'env', 'log', 'database', 'values', 'store', 'seeing'];
export const LIB: Record<string, string[]> = {
  housekeeping: [
    ...['backup', 'keeping', 'single-sign-on', 'team', 'outside', 'chats', 'runs'],
    ...['approvals', 'execution', 'receipts'],
  ],
  beginnings: ['models', 'connections', 'people'],
  // The team's members: invitations, roles, removal with everything that is open.
  team: ['outside', 'runs', 'single-sign-on', 'people'],
  // Re-sealing of data after a change of the secret.
  resealing: [],
  // The whole database as a file, and back.
  backup: ['tools'],
  // Retention times, what is deleted then, and the erasure of people.
  keeping: ['account', 'chats', 'people'],
  // A company's directory manages the team: SCIM.
  directory: ['team', 'single-sign-on', 'http', 'people'],
  // A person's own account: recovered, changed, exported, left.
  account: ['team', 'outside', 'chats', 'runs', 'transport', 'auth', 'single-sign-on', 'people'],
  outside: [
    'runs',
    'agent',
    'elicitation',
    'policy',
    'approvals',
    'execution',
    'transport',
    'tools',
    'limits',
    'single-sign-on',
    'people',
    'http',
  ],
  // What the record says about a rule before it is in force, and suggested rules.
  replay: ['transport', 'approvals', 'grants', 'plans', 'rules', 'policy', 'people'],
  chats: ['runs', 'approvals', 'execution', 'transport', 'uploads', 'people'],
  runs: [
    ...['agent', 'models', 'elicitation', 'unknowns', 'approvals', 'policy', 'execution', 'connections'],
    ...['tools', 'uploads', 'limits', 'people'],
  ],
  agent: [
    ...['models', 'unknowns', 'approvals', 'grants', 'plans', 'rules', 'policy', 'execution', 'connections'],
    ...['transport', 'tools', 'uploads', 'limits', 'people'],
  ],
  // What servers offer besides tools, as people use it.
  offerings: ['uploads', 'connections', 'rules', 'policy', 'servers', 'transport', 'tools', 'people'],
  // An admin's first rehearsal of a tool.
  rehearsals: ['servers', 'approvals', 'tools', 'people'],
  // The operator's registry of servers, as admins read it.
  registry: ['servers', 'transport', 'people'],
  elicitation: ['approvals', 'execution', 'people'],
  inbox: ['unknowns', 'approvals', 'policy', 'execution', 'people'],
  unknowns: ['approvals', 'policy', 'execution', 'tools', 'people'],
  approvals: ['grants', 'plans', 'rules', 'policy', 'execution', 'connections', 'tools', 'people'],
  receipts: ['transport', 'people'],
  // What a plan is, and its progress: pure.
  plans: ['policy', 'tools'],
  grants: ['rules', 'execution', 'tools', 'people'],
  rules: ['policy', 'tools', 'people'],
  policy: [],
  // Costs of models, and their limits.
  limits: ['people'],
  execution: ['tools', 'people'],
  uploads: ['connections', 'transport', 'people'],
  connections: ['sign-ins', 'servers', 'transport', 'tools', 'people'],
  // Whose sign-in is used where, and how it stays valid.
  'sign-ins': ['servers', 'authorization', 'transport', 'tools', 'people'],
  servers: ['transport', 'tools', 'json-schema', 'people'],
  // How people authorise Amber at other people's servers.
  authorization: ['transport'],
  transport: ['tools'],
  tools: ['json-schema'],
  'json-schema': [],
  models: ['transport', 'tools', 'people', 'offline-model'],
  // Self-contained: it receives everything as input.
  'offline-model': [],
  http: ['auth', 'people'],
  auth: ['single-sign-on', 'people'],
  // Signing in with a company's own provider, whose answer is renewed regularly.
  'single-sign-on': ['authorization', 'transport', 'people'],
  // All statements: it takes and returns rows, and decides nothing.
  store: ['people'],
  people: [],
  outbox: ['transport'],
};

/** The room of a file: its first folder, and below lib its second. */
export function roomOf(file: string): string {
  if (ABOVE.test(file)) return 'above';
  const [first = '', second = ''] = file.split('/');
  if (first !== 'lib') return first;
  return `lib/${second.replace(/\.tsx?$/, '')}`;
}

export const isTest = (file: string) =>
  /\.(?:test|spec)\.tsx?$/.test(file) || /(?:^|\/)testing(?:\/|\.ts)/.test(file);

/**
 * Whether an import violates the rules, and why.
 * @param isShared says whether a file of lib has the mark
 */
export function violation({ from, to }: Import, isShared: (file: string) => boolean): string | undefined {
  const source = roomOf(from);
  const target = roomOf(to);
  if (source === 'above' || (isTest(from) && source !== 'components')) return undefined;
  if (target === 'above') return 'nothing imports what stands above the rooms';
  if (isTest(to) && !isTest(from)) return 'only tests import what is for tests';
  if (source === 'mcp' && from === 'mcp/annotations.ts') return 'mcp/annotations imports nothing';
  if (source === target) return undefined;
  if (source.startsWith('lib/')) return libViolation(source, to, target);
  return roomViolation(source, to, target, isShared);
}

/** The part of lib with all the statements, so that those of a path can be counted and none is duplicated. */
export const STORE = 'lib/store/';

/** Whether a file's source makes statements of its own. */
export function makesStatements(specifiers: readonly string[]): boolean {
  return specifiers.some((one) => one.startsWith('drizzle-orm') || one.includes('db/schema/'));
}

function libViolation(source: string, to: string, target: string): string | undefined {
  const room = source.slice('lib/'.length);
  if (target === 'mcp' || target === 'db') {
    const isAlone = ALONE.includes(room) && to !== 'mcp/annotations.ts';
    return isAlone ? `${room} knows only mcp/annotations` : undefined;
  }
  if (!target.startsWith('lib/')) return `lib does not know ${target}`;
  const other = target.slice('lib/'.length);
  if (room === 'start-up') return undefined;
  if (COMMON.includes(other) && !ALONE.includes(room)) return undefined;
  return LIB[room]?.includes(other) ? undefined : `lib/${room} does not know lib/${other}`;
}

function roomViolation(
  source: string,
  to: string,
  target: string,
  isShared: (file: string) => boolean,
): string | undefined {
  switch (source) {
    case 'app':
      if (['components', 'db'].includes(target) || target.startsWith('lib/') || to === 'mcp/server.ts') {
        return undefined;
      }
      break;
    case 'components':
      if (to === 'mcp/annotations.ts') return undefined;
      if (target.startsWith('lib/') && isShared(to)) return undefined;
      break;
    case 'mcp':
      if (target === 'db') return undefined;
      break;
    case 'e2e':
      // Types only: nothing of it is loaded.
      if (target.startsWith('lib/') && isShared(to)) return undefined;
      break;
    default:
      break;
  }
  return `${source} does not know ${to}`;
}
