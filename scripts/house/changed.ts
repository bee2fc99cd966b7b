/**
 * The tests that `npm test -- --changed` runs for a change. Found by imports; files that are read and not imported
 * (styles, cases, migrations) affect the tests beside them. Specs come from a table of rooms: they speak HTTP, so they
 * import nothing of the app.
 */
import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import type { Import } from './imports.ts';

const TEST = /\.test\.tsx?$/;
const SPEC = /\.spec\.ts$/;
/** They read the whole tree, not only what they import. */
const ALWAYS = /^scripts\/house\/.*\.test\.ts$/;
/** What every test depends on. */
const EVERYTHING =
  /^(?:package(?:-lock)?\.json|tsconfig\.json|vitest\.config\.ts|\.nvmrc|scripts\/test\.mjs)$/;
/** Every test with a database depends on them. */
const SCHEMA = /^db\/migrations\//;
const DATABASES = 'db/testing/databases.ts';
/** What every browser spec depends on. */
const EVERY_SPEC =
  /^(?:package(?:-lock)?\.json|(?:playwright|next|tailwind|postcss)\.config\.\w+|instrumentation\.ts|proxy\.ts|scripts\/(?:test\.mjs|prepare\/.*)|e2e\/(?:app|program|global-setup)\.ts|app\/(?:layout\.tsx|globals\.css))$/;
/** They affect no browser spec. */
const UNSEEN = /^(?:docs|scripts|\.github|\.ci|e2e)\/|\.md$|^[^/]+$/;

/** The story of a day touches every room: it runs for any change of the app. */
const STORY = ['e2e/specs/story.spec.ts'];
/**
 * The specs, by the beginning of their path below e2e/specs, that cover a room most closely; all matching rows count.
 */
export const LOOKED_AT: [room: string, specs: string[]][] = [
  ['app/api/', ['contract', 'hostile/wire']],
  ['app/api/approvals/', ['cards/']],
  ['app/api/calls/', ['cards/doubt', 'servers/apps']],
  ['app/api/chat', ['branches', 'processes/run', 'processes/queue', 'page', 'long-chat']],
  ['app/api/elicitations/', ['servers/elicitation']],
  ['app/api/grants/', ['cards/grants']],
  ['app/api/mcp/', ['other-clients', 'withdrawal', 'processes/clients-processes']],
  ['app/api/servers/', ['servers/']],
  ['app/', ['axe', 'page']],
  ['components/', ['axe']],
  ['components/activity/', ['cards/activity']],
  ['components/allow/', ['other-clients']],
  ['components/approvals/', ['cards/', 'widths']],
  [
    'components/chat/',
    ['branches', 'page', 'reading', 'long-chat', 'processes/run', 'processes/queue', 'hostile/'],
  ],
  ['components/chat/markdown/', ['rich-answers', 'answer-tables']],
  ['components/chats/', ['finding/']],
  ['components/elicitation/', ['servers/elicitation']],
  ['components/settings/', ['first-minutes', 'settings', 'servers/', 'cards/grants', 'widths']],
  ['components/shell/', ['finding/', 'page', 'contract', 'hands', 'keyboard']],
  ['components/shown/', ['cards/', 'hostile/', 'result-tables', 'answer-tables', 'keyboard']],
  ['components/sign-in/', ['account', 'contract', 'factors', 'single-sign-on']],
  [
    'components/tool-call/',
    ['cards/', 'hostile/', 'servers/media', 'servers/progress', 'result-tables', 'answer-tables', 'widths'],
  ],
  ['components/tool-call/sign-in/', ['servers/sign-ins']],
  ['components/ui/', ['page', 'cards/card', 'answer-tables', 'keyboard']],
  ['components/words/', ['settings', 'contract', 'page']],
  ['db/', ['contract', 'processes/']],
  ['lib/agent/', ['asks', 'cards/', 'processes/order', 'hostile/attacks', 'servers/tool-choice']],
  ['lib/account/', ['account', 'factors']],
  ['lib/approvals/', ['asks', 'cards/', 'hostile/attacks', 'processes/processes']],
  ['lib/beginnings/', ['first-minutes']],
  ['lib/backup/', ['processes/process']],
  ['lib/resealing/', ['processes/process']],
  ['lib/auth/', ['account', 'contract', 'factors', 'other-clients']],
  ['lib/chats/', ['finding/', 'page', 'contract']],
  ['lib/authorization/', ['servers/']],
  ['lib/connections/', ['servers/', 'hostile/attacks', 'hostile/wire']],
  ['lib/elicitation/', ['servers/elicitation']],
  ['lib/env/', ['contract', 'settings']],
  ['lib/execution/', ['processes/', 'cards/doubt', 'cards/card-life']],
  ['lib/grants/', ['cards/grants']],
  ['lib/housekeeping/', ['processes/', 'cards/card-life']],
  ['lib/http/', ['contract', 'hostile/wire', 'processes/process']],
  ['lib/inbox/', ['cards/inbox', 'cards/doubt']],
  ['lib/json-schema/', ['servers/', 'hostile/wire']],
  ['lib/limits/', ['limits', 'team', 'contract']],
  ['lib/keeping/', ['erasing']],
  ['lib/models/', ['first-minutes', 'processes/run', 'servers/refused-tools', 'servers/media']],
  ['lib/offerings/', ['servers/what-servers-say']],
  ['lib/offline-model/', ['asks']],
  ['lib/outbox/', ['cards/four-eyes', 'cards/inbox', 'hands']],
  ['lib/outside/', ['other-clients', 'withdrawal', 'processes/clients-processes']],
  ['lib/people/', ['auditor', 'contract', 'cards/approval-http']],
  ['lib/policy/', ['asks', 'cards/', 'processes/order']],
  ['lib/receipts/', ['cards/activity']],
  ['lib/registry/', ['servers/server-settings']],
  ['lib/rehearsals/', ['servers/server-settings']],
  ['lib/plans/', ['cards/']],
  ['lib/rules/', ['cards/', 'asks']],
  ['lib/replay/', ['cards/activity']],
  ['lib/runs/', ['processes/', 'cards/', 'page', 'long-chat', 'contract']],
  ['lib/servers/', ['servers/']],
  ['lib/store/', ['contract', 'cards/', 'processes/']],
  ['lib/tools/', ['cards/', 'processes/order', 'servers/tool-choice']],
  ['lib/seeing/', ['contract', 'page']],
  ['lib/sign-ins/', ['servers/']],
  ['lib/single-sign-on/', ['account', 'single-sign-on']],
  ['lib/team/', ['team']],
  ['lib/directory/', ['team']],
  ['components/settings/team/', ['team']],
  ['components/settings/usage/', ['limits', 'auditor']],
  ['components/settings/keeping/', ['erasing']],
  ['components/settings/account/', ['account', 'factors', 'team']],
  ['lib/transport/', ['servers/', 'hostile/wire']],
  ['lib/unknowns/', ['cards/doubt']],
  ['lib/uploads/', ['page', 'finding/keeping']],
  ['lib/values/', ['cards/', 'hostile/']],
  ['mcp/', ['asks', 'other-clients']],
  ['mcp/workspace/', ['workspace']],
  ['lib/runs/orders/', ['workspace', 'servers/apps']],
  ['lib/runs/apps/', ['servers/apps']],
  ['components/tool-call/app/', ['servers/apps']],
  ['components/tool-call/take-back/', ['workspace']],
  ...['as-app-error', 'database', 'env', 'errors', 'health', 'log', 'start-up'].map(
    (file): [string, string[]] => [`lib/${file}.ts`, ['contract', 'processes/process']],
  ),
];

/** Files that differ from the base, including uncommitted and new ones. Paths relative to the root. */
export function changedFiles(root: string, base: string): string[] {
  const listed = [
    git(root, 'diff', '--name-only', '--no-renames', base),
    git(root, 'ls-files', '--others', '--exclude-standard'),
  ];
  return [...new Set(listed.join('\n').split('\n').filter(Boolean))].sort();
}

/**
 * The merge base of this branch: with the server's main, else with the local one, else only uncommitted changes count.
 */
export function baseOf(root: string): string {
  for (const main of ['origin/main', 'main']) {
    const found = spawnSync('git', ['merge-base', 'HEAD', main], { cwd: root });
    if (found.status === 0) return found.stdout.toString().trim();
  }
  return 'HEAD';
}

function git(root: string, ...args: string[]): string {
  const ran = spawnSync('git', args, { cwd: root, maxBuffer: 1 << 26 });
  if (ran.status !== 0) throw new Error(`git ${args.join(' ')}: ${ran.stderr}`);
  return ran.stdout.toString();
}

/** Test files affected by the changed files. `files`: all source files of the tree. */
export function testsFor(changed: string[], files: string[], imports: Import[]): string[] {
  const tests = files.filter((file) => TEST.test(file));
  if (changed.some((file) => EVERYTHING.test(file))) return tests;
  const begun = changed.map((file) => (SCHEMA.test(file) ? DATABASES : file));
  const touched = importersOf(begun, imports);
  const besides = changed.filter((file) => !TEST.test(file)).map((file) => nearestWithTests(file, tests));
  return tests.filter(
    (test) =>
      touched.has(test) || besides.includes(dirname(test)) || (changed.length > 0 && ALWAYS.test(test)),
  );
}

/** Browser specs that cover the changes closely. */
export function specsFor(changed: string[], files: string[], imports: Import[]): string[] {
  const specs = files.filter((file) => SPEC.test(file));
  const seen = changed.filter((file) => !TEST.test(file) && !/(?:^|\/)testing\//.test(file));
  if (seen.some((file) => EVERY_SPEC.test(file))) return specs;
  const ofApp = seen.filter((file) => !UNSEEN.test(file));
  const beginnings = LOOKED_AT.filter(([room]) => ofApp.some((file) => file.startsWith(room))).flatMap(
    ([, looking]) => looking.map((beginning) => `e2e/specs/${beginning}`),
  );
  if (ofApp.length > 0) beginnings.push(...STORY);
  const touched = importersOf(
    seen.filter((file) => file.startsWith('e2e/')),
    imports,
  );
  const hasCases = seen.some((file) => file.startsWith('e2e/cases/'));
  if (hasCases) beginnings.push('e2e/specs/hostile/');
  return specs.filter(
    (spec) => touched.has(spec) || beginnings.some((beginning) => spec.startsWith(beginning)),
  );
}

/** These files and all that import them, directly or indirectly. */
function importersOf(begun: string[], imports: Import[]): Set<string> {
  const importers = new Map<string, string[]>();
  for (const { from, to } of imports) importers.set(to, [...(importers.get(to) ?? []), from]);
  const found = new Set<string>();
  const open = [...begun];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    open.push(...(importers.get(file) ?? []));
  }
  return found;
}

/** The folder of the file, or the nearest ancestor with tests; the root's own are only for the root's files. */
function nearestWithTests(file: string, tests: string[]): string {
  for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) {
    if (tests.some((test) => dirname(test) === folder)) return folder;
  }
  return '.';
}
