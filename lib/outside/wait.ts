import 'server-only';
/**
 * A client waits for a person's decision. Meanwhile it gets progress messages; one that supports it is told to ask
 * again before it times out. Of those waiting when the card is confirmed, one runs the call; a client that has gone, or
 * has cancelled, runs nothing.
 */
import { type InputRequiredResult, inputRequired } from '@modelcontextprotocol/server';
import { isEnding } from '@/lib/http/shutdown';
import { describeError, log } from '@/lib/log';
import { onEndOfListening } from '@/lib/runs/follow/events';
import { notifier } from '@/lib/runs/follow/notifications';
import { markAnswered } from '@/lib/store/outside/outside-runs';
import type { RunRow } from '@/lib/store/runs';
import { driveDecided, takeCall } from './calls/call';
import type { OutsideOutcome } from './calls/outcome';
import { closeRefused, stateOf } from './calls/state';
import { askForm, openFormOf } from './gateway/forms';
import { runState, stateText } from './request-state';
import { driveOf, type OutsideRequest, type WaitingCall } from './services';

/**
 * How long a client that can ask again is kept waiting, in milliseconds: well below the minute after which most give
 * up.
 */
export const PATIENCE_MS = 25_000;
/** How often a waiting client checks without a notification. */
export const LOOK_MS = 1_000;

const RESTARTING =
  'Amber is being restarted. Nothing ran; the card waits on, call again with the same arguments.';
const SHOWN = 'open';

type Outcome = Exclude<OutsideOutcome, { kind: 'waits' }>;

/** Waits until the call is over, or its client has to ask again. */
export async function waitForOutcome(
  outside: WaitingCall,
  begun: Pick<RunRow, 'id' | 'chatId'>,
): Promise<Outcome | InputRequiredResult> {
  const { services, waiting } = outside;
  const { db } = services.deps;
  const gone = waiting.unheard;
  const since = Date.now();
  const asks = asker(begun.chatId, gone);
  // At once, since it may be decided before it is checked.
  outside.progress.wait(asksWords(services));
  try {
    for (;;) {
      const { run, now } = await stateOf(db, begun.id);
      if (now.kind === 'over') return await handOver(outside, run.id, now.outcome);
      await waiting.settled();
      if (gone.aborted) return { kind: 'error', text: waiting.isCalledOff ? CALLED_OFF : LEFT };
      if (now.kind === 'refused') return (await closeRefused(db, run)) as Outcome;
      if (now.kind === 'confirmed') {
        const taken = await takeCall(db, run, waiting);
        if (taken) outside.progress.rest();
        const drive = taken && driveDecided({ ...driveOf(outside), run: taken });
        const outcome = drive && (await orForm(outside, taken.id, drive));
        if (outcome && isOver(outcome)) return outcome;
      }
      if (isEnding()) return restarting(outside, run.id);
      if (now.kind === 'open') outside.progress.wait(openWords(services, now));
      if (now.kind === 'open' && now.isAsked) {
        const again = askAgain(outside, run.id, Date.now() - since);
        if (again) return again;
      }
      const asked = await askOpenForm(outside, run);
      if (asked) return asked;
      await asks.next(LOOK_MS);
    }
  } finally {
    outside.progress.rest();
    asks.leave();
  }
}

const GOES_ON = 'It is on its way.';
const asksWords = ({ tools }: OutsideRequest['services']) =>
  `Waits for a person to confirm it: ${tools.appUrl}/approvals`;

const openWords = (
  services: OutsideRequest['services'],
  { isAsked, isHeld }: { isAsked: boolean; isHeld?: true },
) => {
  if (isHeld) return `Confirmed, and held before it runs: ${services.tools.appUrl}/approvals`;
  return isAsked ? asksWords(services) : GOES_ON;
};

const LEFT = 'Nobody hears this request any more. Nothing ran for it; the card waits on, call again.';
/** Without a session another request may have been meant; a request that was certainly meant gets no answer. */
export const CALLED_OFF =
  'This request, or one that cannot be told from it, was called off. Nothing ran for it; if it was not this one, call again.';

const isOver = (one: OutsideOutcome | InputRequiredResult): one is Outcome | InputRequiredResult =>
  !('kind' in one && one.kind === 'waits');

/** It was over when the client came, or another request finished it. */
async function handOver(outside: WaitingCall, runId: string, outcome: OutsideOutcome): Promise<Outcome> {
  const { services, waiting } = outside;
  if (!waiting.unheard.aborted) await markAnswered(services.deps.db, runId);
  return outcome as Outcome;
}

/** A client that can open a page for its person gets the card's; any other that can is told to ask again. */
function askAgain(outside: WaitingCall, runId: string, waitedMs: number): InputRequiredResult | undefined {
  const { services, visit, request } = outside;
  if (!visit.isModern) return undefined;
  const isShown = runState(request)?.isShown === true;
  const opens = !isShown && visit.can.urls;
  if (!opens && waitedMs < (services.patienceMs ?? PATIENCE_MS)) return undefined;
  const requestState = stateOfCall(outside, runId, isShown || opens);
  if (!opens) return inputRequired({ requestState });
  const url = `${services.tools.appUrl}/approvals`;
  const message =
    'Amber asks a person to confirm this call. Its card says what would happen; it is decided there only.';
  return inputRequired({
    requestState,
    inputRequests: { [SHOWN]: inputRequired.elicitUrl({ message, url }) },
  });
}

function restarting(outside: WaitingCall, runId: string): Outcome | InputRequiredResult {
  if (!outside.visit.isModern) return { kind: 'error', text: RESTARTING };
  return inputRequired({ requestState: stateOfCall(outside, runId) });
}

/** The state with which a client asks for this call again. */
function stateOfCall(
  { services, visit, request, same }: WaitingCall,
  runId: string,
  isShown = runState(request)?.isShown === true,
): string {
  return stateText(services.secret, visit.visitor.tokenId, { runId, isShown, same });
}

/** The outcome, or before that what its server asks: the call continues meanwhile, and the client asks for it again. */
export async function orForm<Result>(
  outside: WaitingCall,
  runId: string,
  driving: Promise<Result>,
): Promise<Result | InputRequiredResult> {
  if (!outside.forms) return driving;
  const first = await Promise.race([driving, outside.forms.opened.then((formId) => ({ formId }))]);
  if (typeof first !== 'object' || first === null || !('formId' in first)) return first as Result;
  const asked = await askForm(outside.services.deps.db, String(first.formId), stateOfCall(outside, runId));
  if (!asked) return driving;
  driving.catch((error) => log('warn', 'outside_form', describeError(error)));
  return asked;
}

/** What a call asks that another request has begun. */
async function askOpenForm(
  outside: WaitingCall,
  { id, status }: RunRow,
): Promise<InputRequiredResult | undefined> {
  const { db } = outside.services.deps;
  const isAsked = outside.visit.isModern && outside.forms && status === 'running';
  const formId = isAsked ? await openFormOf(db, id) : undefined;
  return formId === undefined ? undefined : askForm(db, formId, stateOfCall(outside, id));
}

interface Asker {
  /** Resolves when something may be new, the client has gone, or after this long. */
  next(milliseconds: number): Promise<void>;
  leave(): void;
}

/** Says when it is worth checking again. */
function asker(chatId: string, gone: AbortSignal): Asker {
  let isNew = false;
  let wake = () => {};
  const look = () => {
    isNew = true;
    wake();
  };
  const unlisten = notifier.on('chat', (news) => {
    if (news.chatId === chatId) look();
  });
  const offEnd = onEndOfListening(look);
  gone.addEventListener('abort', look);
  return {
    async next(milliseconds) {
      if (!isNew) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      isNew = false;
    },
    leave() {
      unlisten();
      offEnd();
      gone.removeEventListener('abort', look);
    },
  };
}
