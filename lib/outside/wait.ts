import 'server-only';
/**
 * A client waits for what a person decides. It hears of progress meanwhile; one that can is told to ask again before
 * it grows tired. The one that waits when the card is confirmed runs the call, one of them; who has gone, or has called it
 * off, runs nothing.
 */
import {
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
} from '@modelcontextprotocol/server';
import { isEnding } from '@/lib/http/shutdown';
import { onEndOfListening } from '@/lib/runs/follow/events';
import { notifier } from '@/lib/runs/follow/notifications';
import { markAnswered } from '@/lib/store/outside/outside-runs';
import type { RunRow } from '@/lib/store/runs';
import { driveDecided, takeCall } from './calls/call';
import type { OutsideOutcome } from './calls/outcome';
import { closeRefused, stateOf } from './calls/state';
import { type RequestState, stateText } from './request-state';
import { driveOf, type OutsideRequest, type WaitingCall } from './services';

/** A client that can ask again is kept waiting for so many milliseconds: well under the minute after which most give up. */
const PATIENCE_MS = 25_000;
/** How often one that waits looks, should it not be told. */
const LOOK_MS = 1_000;

const RESTARTING =
  'Amber is being restarted. Nothing ran; the card waits on, call again with the same arguments.';
const SHOWN = 'open';

type Outcome = Exclude<OutsideOutcome, { kind: 'waits' }>;

/** Waits until the call is over, or its client is to ask again. */
export async function waitForOutcome(
  outside: WaitingCall,
  begun: Pick<RunRow, 'id' | 'chatId'>,
): Promise<Outcome | InputRequiredResult> {
  const { services, request, waiting } = outside;
  const { db } = services.deps;
  const gone = waiting.unheard;
  const since = Date.now();
  const state = request.mcpReq.requestState<RequestState>();
  const asks = asker(begun.chatId, gone);
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
        const outcome = taken && (await driveDecided({ ...driveOf(outside), run: taken }));
        if (outcome && outcome.kind !== 'waits') return outcome;
      }
      if (isEnding()) return restarting(outside, run.id, state);
      if (now.kind === 'open') outside.progress.wait(now.isAsked ? asksWords(services) : GOES_ON);
      if (now.kind === 'open' && now.isAsked) {
        const again = askAgain(outside, run.id, Date.now() - since, state);
        if (again) return again;
      }
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

const LEFT = 'Nobody hears this request any more. Nothing ran for it; the card waits on, call again.';
/** Without a session it may have been another that was meant; a request that surely was is not answered. */
export const CALLED_OFF =
  'This request, or one that cannot be told from it, was called off. Nothing ran for it; if it was not this one, call again.';

/** It was over when the client came, or another request saw it to its end. */
async function handOver(outside: WaitingCall, runId: string, outcome: OutsideOutcome): Promise<Outcome> {
  const { services, waiting } = outside;
  if (!waiting.unheard.aborted) await markAnswered(services.deps.db, runId);
  return outcome as Outcome;
}

/** A client that can open a page for its person is given the card's; any other that can is told to ask once more. */
function askAgain(
  { services, visit, request }: OutsideRequest,
  runId: string,
  waitedMs: number,
  state: RequestState | undefined,
): InputRequiredResult | undefined {
  if (!visit.isModern) return undefined;
  const isShown = state?.isShown === true;
  const opens = !isShown && canOpen(request);
  if (!opens && waitedMs < (services.patienceMs ?? PATIENCE_MS)) return undefined;
  const requestState = stateText(services.secret, visit.visitor.tokenId, {
    runId,
    isShown: isShown || opens,
  });
  if (!opens) return inputRequired({ requestState });
  const url = `${services.tools.appUrl}/approvals`;
  const message =
    'Amber asks a person to confirm this call. Its card says what would happen; it is decided there only.';
  return inputRequired({
    requestState,
    inputRequests: { [SHOWN]: inputRequired.elicitUrl({ message, url }) },
  });
}

function canOpen({ mcpReq }: OutsideRequest['request']): boolean {
  const capabilities = Object(Object(mcpReq.envelope)[CLIENT_CAPABILITIES_META_KEY]);
  return typeof Object(capabilities.elicitation).url === 'object';
}

function restarting(
  { services, visit }: OutsideRequest,
  runId: string,
  state: RequestState | undefined,
): Outcome | InputRequiredResult {
  if (!visit.isModern) return { kind: 'error', text: RESTARTING };
  const isShown = state?.isShown === true;
  return inputRequired({
    requestState: stateText(services.secret, visit.visitor.tokenId, { runId, isShown }),
  });
}

interface Asker {
  /** Resolves when something may be new, the client has gone, or after so long. */
  next(milliseconds: number): Promise<void>;
  leave(): void;
}

/** Says when it is worth to look again. */
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
