/** What a person requests again: a failed answer, a reworded message, a regenerated answer, another version. */

import { type Fetch, newId } from '@/components/api/api';
import { addVersion, postMessage, showVersion, takeBackCall } from '@/components/api/chat-api';
import { lookUpTools, orderLookUp } from '@/components/api/look-up-api';
import type { LookUp } from '@/components/tool-call/look-up/looking-up';
import { say } from '@/components/words/say';
import type { AmberMessage } from '@/lib/runs/chat-view';
import { ownMessage, wireMessage } from '../attached/own-message';
import type { EarlierMessages } from '../earlier-messages';
import type { LiveChat } from '../live/live-chat';
import type { MessageSender } from '../live/message-sender';
import { filesOf, waitsFor } from '../messages';

interface Place {
  /** Says what was not done if it fails, and catches up with the server either way. */
  attempt<Result>(notDone: string, act: () => Promise<Result>): Promise<Result | null>;
  /** An answer is in progress from now on; to this question, if it was asked again. */
  begun(asked?: string): void;
  /** A message of the person's is about to be created on the server. */
  ordering(): void;
}

interface Page {
  chat: LiveChat;
  sender: Pick<MessageSender, 'chatId' | 'outgoing'>;
  earlier: Pick<EarlierMessages, 'reach'>;
  call: Fetch;
}

/** How often a requested version is looked for: it comes with the next loading of the chat. */
const LOOKS = 100;
const LOOK_EVERY_MS = 50;

export class Again {
  constructor(
    private readonly page: Page,
    private readonly place: Place,
  ) {}

  /** Lets a failed run continue from what is stored; executed calls are not repeated. */
  retry = async (): Promise<void> => {
    await this.place.attempt(say('versions.not-retried'), async () => {
      const message = this.page.sender.outgoing(this.page.chat.messages);
      if (message) await postMessage(message, this.page.call);
    });
  };

  /** @returns whether the server has accepted it */
  edit = (of: string, text: string): Promise<boolean> => {
    const before = this.page.chat.messages.find(({ id }) => id === of);
    const files = before ? filesOf(before) : [];
    const said = { id: newId(), text, files };
    const version = { of, message: wireMessage(said) };
    return this.branch(say('versions.not-edited'), version, [ownMessage(said)]);
  };

  /**
   * Takes back what a call changed: through a message that orders it, which comes with the next loading of the chat.
   */
  takeBack = async (callId: string, all: boolean): Promise<void> => {
    await this.place.attempt(say('taking-back.not-done'), async () => {
      this.place.ordering();
      await takeBackCall(callId, all, this.page.call);
      this.place.begun();
    });
  };

  /** Looks up something in a result: through a message that orders it, likewise. */
  lookUp: LookUp = {
    toolsFor: (of) => lookUpTools(this.chatId, of, this.page.call),
    order: (of, tool) =>
      this.place.attempt(say('look-up.not-done'), async () => {
        this.place.ordering();
        await orderLookUp(this.chatId, { ...of, tool }, this.page.call);
        this.place.begun();
      }),
  };

  /** Of the chat, once it exists. */
  get chatId(): string {
    return this.page.sender.chatId();
  }

  regenerate = (of: string): Promise<boolean> => this.branch(say('versions.not-regenerated'), { of }, []);

  show = async (id: string): Promise<boolean> => {
    const done = await this.place.attempt(say('versions.not-shown'), async () => {
      await showVersion(this.page.sender.chatId(), id, this.page.call);
      return true;
    });
    return done ?? false;
  };

  /** Shows this message, in whichever version it is; false: it is in none, or something waiting would be lost. */
  reach = async (id: string): Promise<boolean> => {
    const { earlier, chat } = this.page;
    if (await earlier.reach(id)) return true;
    if (waitsFor(chat.messages) || !(await this.show(id))) return false;
    for (let nth = 0; nth < LOOKS; nth++) {
      if (await earlier.reach(id)) return true;
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
    return false;
  };

  /** @param instead what takes its place from now on */
  private async branch(
    notDone: string,
    version: Parameters<typeof addVersion>[1],
    instead: AmberMessage[],
  ): Promise<boolean> {
    const { chat } = this.page;
    const done = await this.place.attempt(notDone, async () => {
      await addVersion(this.page.sender.chatId(), version, this.page.call);
      const at = chat.messages.findIndex(({ id }) => id === version.of);
      if (at >= 0) chat.messages = [...chat.messages.slice(0, at), ...instead];
      this.place.begun(instead[0]?.id);
      return true;
    });
    return done ?? false;
  }
}

/** What can be done with the messages of a chat now. */
export interface Asking {
  /** Absent: the reader may only read. */
  again?: Pick<Again, 'edit' | 'regenerate' | 'show' | 'takeBack' | 'lookUp' | 'chatId'> | undefined;
  /** An answer is in progress, or a message is on its way or queued: no version can be left now. */
  isBusy: boolean;
  /** What waits in the version shown, and would be withdrawn by leaving it. */
  waits: 'card' | 'unknown' | null;
}
