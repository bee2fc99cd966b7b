/**
 * For tests: a server of one chat behind `fetch`, with the rules of the real routes that the page relies on. A test
 * ends the run, and makes the server unreachable and reachable again.
 */
import type { UIMessageChunk } from 'ai';
import type { Fetch } from '@/components/api/api';
import type { AmberMessage, ChatView } from '@/lib/runs/chat-view';

interface Sent {
  chatId: string;
  message: { id: string; text: string };
}

const CHAT_ID = 'chat-1';

export class ChatServer {
  readonly requests: string[] = [];
  chat: ChatView | null = null;
  /** Unreachable: no request gets through. */
  isAway = false;
  /** The next message is accepted, but the response is lost. */
  losesNextAnswer = false;
  /** The next request, or the next message, is refused with this. */
  refusal: { status: number; code: string; message: string } | null = null;
  refusesOnlyMessages = false;
  private followers = new Set<ReadableStreamDefaultController<Uint8Array>>();
  private chunks: UIMessageChunk[] = [];

  readonly fetch: Fetch = async (input, init) => {
    const method = init?.method ?? 'GET';
    const path = String(input);
    this.requests.push(`${method} ${path}`);
    if (this.isAway) throw new TypeError('fetch failed');
    const isMessage = method === 'POST' && path === '/api/chat';
    if (this.refusal && (isMessage || !this.refusesOnlyMessages)) return this.refuse();
    return this.answer(method, path, init?.body ? JSON.parse(String(init.body)) : undefined);
  };

  /** Sends a piece of the answer into the open streams. */
  say(text: string): void {
    this.publish({ type: 'text-delta', id: 't', delta: text });
  }

  /** The run ends: it is stored first, then the streams close. */
  finish(change: Partial<ChatView> = {}, parts?: AmberMessage['parts']): void {
    if (!this.chat) throw new Error('There is no run to end.');
    const text = this.chunks.map((chunk) => (chunk.type === 'text-delta' ? chunk.delta : '')).join('');
    const answer = parts ?? [{ type: 'text', text, state: 'done' }];
    const id = `answer to ${this.chat.messages.at(-1)?.id}`;
    const messages = [...this.chat.messages, { id, role: 'assistant' as const, parts: answer }];
    this.chat = { ...this.chat, messages, status: 'idle', rev: this.chat.rev + 1, ...change };
    for (const follower of this.followers) follower.close();
    this.followers.clear();
    this.chunks = [];
  }

  /** The streams break off, in the middle of the answer. */
  cut(): void {
    for (const follower of this.followers) follower.error(new TypeError('network error'));
    this.followers.clear();
  }

  private answer(method: string, path: string, body: unknown): Response {
    if (path === '/api/health') return Response.json({});
    if (path === '/api/chats') return this.create(body as Partial<ChatView>);
    if (path === '/api/chat') return this.take(body as Sent);
    if (!this.chat) return problem(404, 'not_found', 'There is no such chat.');
    if (path.endsWith('/stream')) {
      return this.chat.status === 'running' ? this.stream() : new Response(null, { status: 204 });
    }
    if (path.endsWith('/stop')) return this.stop();
    if (method === 'DELETE' && path.includes('/queue/')) return this.withdraw(path.split('/').at(-1) ?? '');
    if (method === 'DELETE') {
      this.chat = null;
      return new Response(null, { status: 204 });
    }
    if (method === 'PATCH') this.chat = { ...this.chat, ...(body as Partial<ChatView>) };
    return Response.json(this.chat);
  }

  private create({ temporary = false }: Partial<ChatView> = {}): Response {
    this.chat = { ...emptyChat(CHAT_ID), temporary };
    return Response.json({ id: CHAT_ID }, { status: 201 });
  }

  private take({ message }: Sent): Response {
    if (!this.chat) return problem(404, 'not_found', 'There is no such chat.');
    if ([...this.chat.messages, ...this.chat.queued].some(({ id }) => id === message.id)) {
      return problem(409, 'conflict', 'This message was sent already.');
    }
    if (this.chat.status === 'running') return this.enqueue(message);
    this.begin(message);
    if (!this.losesNextAnswer) return this.stream();
    this.losesNextAnswer = false;
    throw new TypeError('fetch failed');
  }

  /** Begins the run of the oldest queued message. */
  beginQueued(): void {
    const [message, ...queued] = this.chat?.queued ?? [];
    if (!this.chat || !message) throw new Error('No message waits.');
    this.chat = { ...this.chat, queued };
    this.begin(message);
  }

  private begin(message: Sent['message']): void {
    if (!this.chat) return;
    const sent: AmberMessage = {
      id: message.id,
      role: 'user',
      parts: [{ type: 'text', text: message.text }],
    };
    const messages = [...this.chat.messages.map(withdrawn), sent];
    this.chat = { ...this.chat, messages, status: 'running', rev: this.chat.rev + 1 };
    this.publish({ type: 'start', messageId: `answer to ${message.id}` });
    this.publish({ type: 'text-start', id: 't' });
  }

  private enqueue(message: Sent['message']): Response {
    if (this.chat) {
      this.chat = { ...this.chat, queued: [...this.chat.queued, message], rev: this.chat.rev + 1 };
    }
    if (!this.losesNextAnswer) return Response.json({ queued: true }, { status: 202 });
    this.losesNextAnswer = false;
    throw new TypeError('fetch failed');
  }

  /** Only withdraws the queued messages: the test ends the run itself. */
  private stop(): Response {
    const withdrawn = this.chat?.queued ?? [];
    if (this.chat) this.chat = { ...this.chat, queued: [], outside: null, rev: this.chat.rev + 1 };
    return Response.json({ stopped: true, withdrawn });
  }

  private withdraw(id: string): Response {
    const queued = this.chat?.queued ?? [];
    if (!this.chat || !queued.some((message) => message.id === id)) {
      return problem(404, 'not_found', 'This message does not wait any more.');
    }
    const left = queued.filter((message) => message.id !== id);
    this.chat = { ...this.chat, queued: left, rev: this.chat.rev + 1 };
    return new Response(null, { status: 204 });
  }

  private refuse(): Response {
    const { status, code, message } = this.refusal ?? { status: 500, code: 'internal', message: '' };
    this.refusal = null;
    return problem(status, code, message);
  }

  private publish(chunk: UIMessageChunk): void {
    this.chunks.push(chunk);
    for (const follower of this.followers) follower.enqueue(lineOf(chunk));
  }

  private stream(): Response {
    let own: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        own = controller;
        for (const chunk of this.chunks) controller.enqueue(lineOf(chunk));
        this.followers.add(controller);
      },
      cancel: () => void this.followers.delete(own),
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  }
}

export function emptyChat(id: string): ChatView {
  const times = { updatedAt: '2026-11-20T10:00:00.000Z', yoloUntil: null };
  return {
    id,
    title: 'Chat',
    mode: 'default',
    status: 'idle',
    waits: false,
    pinned: false,
    archived: false,
    temporary: false,
    folder: null,
    rev: 0,
    mayWrite: true,
    outside: null,
    model: null,
    summary: null,
    messages: [],
    next: null,
    waitsIn: [],
    queued: [],
    ...times,
  };
}

/** A message with a call that waits for a decision. */
export function waitingMessage(id: string): AmberMessage {
  const call = { toolName: 'customer_delete', toolCallId: 'call', input: {} };
  const approval = { id: 'approval' };
  return {
    id,
    role: 'assistant',
    parts: [{ type: 'dynamic-tool', state: 'approval-requested', ...call, approval }],
  };
}

/** A new message withdraws the card. */
function withdrawn(message: AmberMessage): AmberMessage {
  const parts = message.parts.map((part) =>
    part.type === 'dynamic-tool' && part.state === 'approval-requested'
      ? { ...part, state: 'output-denied' as const, approval: { ...part.approval, approved: false as const } }
      : part,
  );
  return { ...message, parts };
}

function lineOf(chunk: UIMessageChunk): Uint8Array {
  return new TextEncoder().encode(`data: ${JSON.stringify(chunk)}\n\n`);
}

function problem(status: number, code: string, message: string): Response {
  return Response.json({ error: { code, message } }, { status });
}
