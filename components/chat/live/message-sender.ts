/**
 * Sends a person's message to the server and reads the answer's stream, and knows the moment in between when the server
 * has accepted the message: from then on the run belongs to the server, whatever becomes of the stream.
 */

import { type Fetch, fetchOk } from '@/components/api/api';
import { isQueued, type OutgoingMessage, streamPath } from '@/components/api/chat-api';
import type { AmberMessage } from '@/lib/runs/chat-view';
import { wireMessage } from '../attached/own-message';
import { filesOf, textOf } from '../messages';
import type { LiveChat } from './live-chat';
import type { Wires } from './stream-reader';

interface Delivery {
  accept: (isQueued: boolean) => void;
  refuse: (error: unknown) => void;
}

const STREAM = { 'content-type': 'text/event-stream' };

export class MessageSender {
  private delivery: Delivery | null = null;

  /** `chatId` is evaluated at each use: a new chat gets its id just before its first message. */
  constructor(
    private readonly call: Fetch,
    readonly chatId: () => string,
  ) {}

  /**
   * Resolves once the server has accepted the message, which must be the chat's last, with whether it is queued;
   * rejects with `ApiError`.
   */
  deliver(chat: LiveChat, message: AmberMessage): Promise<boolean> {
    return new Promise((accept, refuse) => {
      this.delivery = { accept, refuse };
      chat.sendMessage({ ...message, messageId: message.id }).catch(refuse);
    });
  }

  /** How the SDK sends and follows. */
  requests(): Wires['requests'] {
    return {
      api: '/api/chat',
      fetch: (input, init) => (init?.method === 'POST' ? this.post(input, init) : this.follow(input, init)),
      prepareSendMessagesRequest: ({ messages }) => ({ body: this.outgoing(messages) ?? {} }),
      prepareReconnectToStreamRequest: () => ({ api: streamPath(this.chatId()) }),
    };
  }

  /** The person's last message, as it is sent; undefined in an empty chat. */
  outgoing(messages: readonly AmberMessage[]): OutgoingMessage | undefined {
    const last = messages.findLast((message) => message.role === 'user');
    const said = last && { id: last.id, text: textOf(last), files: filesOf(last) };
    return said && { chatId: this.chatId(), message: wireMessage(said) };
  }

  private follow(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    return fetchOk(this.call, input, init);
  }

  private async post(input: RequestInfo | URL, init: RequestInit): Promise<Response> {
    const delivery = this.delivery;
    this.delivery = null;
    try {
      const response = await fetchOk(this.call, input, init);
      delivery?.accept(isQueued(response));
      // To the SDK this is an empty answer: it makes neither a message nor an error of it.
      return isQueued(response) ? new Response('', { headers: STREAM }) : response;
    } catch (error) {
      delivery?.refuse(error);
      throw error;
    }
  }
}
