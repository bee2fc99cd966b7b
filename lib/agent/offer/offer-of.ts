import 'server-only';
/** Which tools a turn has, and what its steps are told about them. */
import { type Authority, situationOf } from '@/lib/approvals/authority';
import { isFinal } from '@/lib/execution/ledger';
import { stepsOf } from '@/lib/plans/plan';
import { isPlan, PLAN_TOOL } from '@/lib/plans/plan-tool';
import { judge } from '@/lib/policy/policy';
import { updateOffered } from '@/lib/store/runs';
import { merelyReads } from '@/lib/tools/merely-reads';
import { OWN_SERVER } from '@/lib/tools/own-server-name';
import type { ConnectedTool, ToolListing } from '@/lib/tools/types';
import { mayBegin } from '../calling/sub-agents';
import { printInstructions, printLater } from '../instructions';
import { buildPrepareStep } from '../prepare-step';
import { offersFor } from '../run-tools';
import { SHOW_TOOLS } from '../showing/show-tools';
import type { TurnInput } from './turn-input';

/** The tools offered to each step, and the instructions that go with them. */
export function offerOf(
  { context, model, authority, offered: stored, offers, vectors }: TurnInput,
  { tools: listed, servers }: ToolListing,
) {
  const { db, caller, fence, signal } = context;
  const { pageOf } = authority;
  // A page calls its own server's tools, including those hidden from models; a model never calls tools that are only
  // for pages.
  const isOffered = (tool: ConnectedTool) =>
    pageOf === null ? mayBegin(tool, context.subAgents) : tool.server === pageOf && tool.onlyFor !== 'model';
  const isHidden = ({ onlyFor }: ConnectedTool) => onlyFor === 'order';
  const may = listed.filter((tool) => !isHidden(tool) && isOffered(tool));
  const { permitted, denied } = judged(may, authority);
  const { permitted: hidden } = judged(listed.filter(isHidden), authority);
  const now = {
    effectOf: (tool: ConnectedTool) => judge(tool, situationOf(tool, authority)).effect,
    otherAdmins: authority.otherAdmins,
    denied,
    servers,
    elsewhere: authority.elsewhere,
    wishes: authority.wishes,
    isSubAgent: (context.subAgents?.depth ?? 0) > 0,
  };
  const isPlanMode = authority.mode === 'plan';
  const steps = now.isSubAgent || pageOf !== null ? [] : changing(isPlanMode ? may : permitted, authority);
  const settings = offersFor(model, offers);
  const made = buildPrepareStep({
    ...settings,
    ...(isPlanMode && { alwaysActive: [...settings.alwaysActive, PLAN_TOOL.modelName] }),
  })({
    tools: permitted,
    beside: [...(permitted.length > 0 ? SHOW_TOOLS : []), ...(steps.length > 0 ? [PLAN_TOOL] : [])],
    hidden,
    stored,
    compare: vectors && ((tools, message) => vectors.nearness(tools, message, signal)),
    print: ({ first, later }) => {
      const outOf = made.tools.isChosen ? permitted.length : undefined;
      return {
        first: printInstructions(caller, first, authority.mode, new Date(), {
          ...now,
          outOf,
          steps: isPlanMode ? steps : [],
        }),
        later: printLater(later, now, first),
      };
    },
    store: (offered) => updateOffered(db, fence, [...offered]),
  });
  return { ...made, denied, may, steps };
}

/** Tools that change something, and may be steps of a plan. */
function changing(tools: readonly ConnectedTool[], authority: Authority): ConnectedTool[] {
  return tools.filter((tool) => {
    if (tool.subAgent || merelyReads(tool)) return false;
    return judge(tool, { ...situationOf(tool, authority), planned: 'apart' }).effect !== 'deny';
  });
}

/** A resumed call needs its tool, however long the listing takes; new calls do without. */
export function serversOfOpenCalls({ before, approvals }: TurnInput): string[] {
  const open = before.filter(({ status }) => !isFinal(status));
  const steps = [...approvals.values()].filter(isPlan).flatMap(({ input }) => stepsOf(JSON.parse(input)));
  return [...open, ...approvals.values(), ...steps].map(({ server }) => server);
}

/** If a person has turned memory off, nothing could be stored. */
const remembers = ({ server, name }: ConnectedTool) => server === OWN_SERVER && name === 'fact_remember';

/**
 * The tools that may be offered, and those that people have denied; denials by mode or role are in the instructions
 * anyway.
 */
function judged(listed: readonly ConnectedTool[], authority: Authority) {
  const permitted: ConnectedTool[] = [];
  const denied: ConnectedTool[] = [];
  for (const tool of listed) {
    if (authority.wishes.facts === null && remembers(tool)) continue;
    const { effect, rule } = judge(tool, situationOf(tool, authority));
    if (effect !== 'deny') permitted.push(tool);
    else if (['override', 'own', 'halted'].includes(rule)) denied.push(tool);
  }
  return { permitted, denied };
}
