/** What a person asks for once more: an answer that failed, a message said otherwise, an answer given anew, another version. */
import type { Chat } from '@ai-sdk/react';
import { type Fetch, newId } from '@/components/api/api';
import { addVersion, postMessage, showVersion } from '@/components/api/chat-api';
import { say } from '@/components/words/say';
import type { AmberMessage } from '@/lib/runs/chat-view';
import type { MessageSender } from '../message-sender';
import { userMessage } from '../messages';

interface Place {
  /** Says what was not done when it fails, and catches up with the server either way. */
  attempt<Result>(notDone: string, act: () => Promise<Result>): Promise<Result | null>;
  /** An answer is being written from now on. */
  begun(): void;
}

export class Again {
  constructor(
    private readonly chat: Chat<AmberMessage>,
    private readonly sender: Pick<MessageSender, 'chatId' | 'outgoing'>,
    private readonly call: Fetch,
    private readonly place: Place,
  ) {}

  /** Lets a failed run go on from what is stored; executed calls are not repeated. */
  retry = async (): Promise<void> => {
    await this.place.attempt(say('versions.not-retried'), async () => {
      const message = this.sender.outgoing(this.chat.messages);
      if (message) await postMessage(message, this.call);
    });
  };

  /** @returns whether the server has taken it */
  edit = (of: string, text: string): Promise<boolean> => {
    const message = { id: newId(), text };
    return this.branch(say('versions.not-edited'), { of, message }, [userMessage(message.id, text)]);
  };

  regenerate = (of: string): Promise<boolean> => this.branch(say('versions.not-regenerated'), { of }, []);

  show = async (id: string): Promise<boolean> => {
    const done = await this.place.attempt(say('versions.not-shown'), async () => {
      await showVersion(this.sender.chatId(), id, this.call);
      return true;
    });
    return done ?? false;
  };

  /** @param instead what stands in its place from now on */
  private async branch(
    notDone: string,
    version: Parameters<typeof addVersion>[1],
    instead: AmberMessage[],
  ): Promise<boolean> {
    const { chat } = this;
    const done = await this.place.attempt(notDone, async () => {
      await addVersion(this.sender.chatId(), version, this.call);
      const at = chat.messages.findIndex(({ id }) => id === version.of);
      if (at >= 0) chat.messages = [...chat.messages.slice(0, at), ...instead];
      this.place.begun();
      return true;
    });
    return done ?? false;
  }
}

/** What can be done with the messages of a chat now. */
export interface Asking {
  /** Absent: the reader may only read. */
  again?: Pick<Again, 'edit' | 'regenerate' | 'show'> | undefined;
  /** An answer is being written, or a message is on its way or waits its turn: nothing can be left now. */
  isBusy: boolean;
  /** A card waits, which goes when its version is left. */
  waits: boolean;
}
