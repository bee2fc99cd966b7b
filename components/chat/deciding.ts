/** A person's decisions on the chat's cards, sent to the server; then the page loads the chat's state. */
import type { AnswerForm } from '@/components/api/answer';
import type { Fetch } from '@/components/api/api';
import {
  answerForm,
  checkUnknownCall,
  decideApproval,
  resolveUnknownCall,
  stopCall,
} from '@/components/api/chat-api';
import type { Decide } from '@/components/api/decide';
import type { EditHandlers } from '@/components/api/edit';
import type { UnknownCallHandlers } from '@/components/api/resolve-unknown-call';
import { takeBackHeld } from '@/components/api/take-back-held';
import type { StopCall } from '@/components/tool-call/call-progress';
import { lookAtArguments, sendArguments } from './edit-api';

export interface Deciding {
  decide: Decide;
  unknownCalls: UnknownCallHandlers;
  edits: EditHandlers;
  /** For a confirmed call that is held. */
  takeBack(approvalId: string): ReturnType<typeof takeBackHeld>;
  /** Ends one call of this chat; the answer continues. */
  stopCall(chatId: string): StopCall;
  /** For a form: it decides nothing. */
  answer: AnswerForm;
}

export function deciding(call: Fetch, refresh: () => void): Deciding {
  return {
    decide: async (...decision) => {
      const answer = await decideApproval(decision, call);
      refresh();
      return answer;
    },
    takeBack: async (approvalId) => {
      const answer = await takeBackHeld(approvalId, call);
      refresh();
      return answer;
    },
    unknownCalls: {
      resolve: async (...said) => {
        const answer = await resolveUnknownCall(said, call);
        refresh();
        return answer;
      },
      check: (...asked) => checkUnknownCall(asked, call),
    },
    stopCall: (chatId) => async (toolCallId) => {
      const problem = await stopCall(chatId, toolCallId, call);
      refresh();
      return problem;
    },
    answer: async (...answered) => {
      const outcome = await answerForm(answered, call);
      refresh();
      return outcome;
    },
    edits: {
      look: (id) => lookAtArguments(id, call),
      send: async (id, input) => {
        const answer = await sendArguments(id, input, call);
        refresh();
        return answer;
      },
    },
  };
}
