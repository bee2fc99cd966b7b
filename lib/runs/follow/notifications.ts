import 'server-only';
/**
 * Messages between the processes on one database, by NOTIFY or through a Valkey: ids and numbers only; a receiver looks
 * up the rest. A process gets its own messages at once, and not again from outside. Whatever is announced has been
 * committed before. Nothing may depend on these messages alone: lost ones are made up for by polling and reconnecting.
 */
import { EventEmitter } from 'node:events';
import { z } from 'zod';
import { describeError, log } from '@/lib/log';
import { once } from '@/lib/values/once';
import { owner } from '../owner';
import type { NewsWay } from './ways/way';

const id = z.string();

const notification = z.discriminatedUnion('kind', [
  /** A chat changed. Includes who may be told, so that nobody has to look that up. */
  z.object({
    kind: z.literal('chat'),
    chatId: id,
    rev: z.number(),
    running: z.boolean(),
    userId: id,
    teamId: id,
    asked: z.boolean(),
  }),
  /** Rules changed: a team's, or (with `userId`) one person's own. */
  z.object({ kind: z.literal('policy'), teamId: id, userId: id.nullable(), version: z.number() }),
  /** A team's servers, or its admins' decisions about them, changed. */
  z.object({ kind: z.literal('servers'), teamId: id, version: z.number() }),
  /** A run's event log has reached `seq`. */
  z.object({ kind: z.literal('progress'), runId: id, fence: z.number(), seq: z.number() }),
  /** A process that does not drive the run follows it: its log should be written without delay. */
  z.object({ kind: z.literal('followed'), runId: id }),
  /**
   * The process that drives the run should stop it; with `toolCallId`, only that call. With `fence`, only while it is
   * held under that fence: a repeated or late request stops nothing that has continued since.
   */
  z.object({ kind: z.literal('stop'), runId: id, toolCallId: id.optional(), fence: z.number().optional() }),
  /** Requests of another client that it has cancelled. */
  z.object({ kind: z.literal('withdrawn'), requests: z.array(id).max(100) }),
]);

const envelope = z.object({ from: id, told: notification });

export type Notification = z.infer<typeof notification>;
type Kind = Notification['kind'];
type OfKind<K extends Kind> = Extract<Notification, { kind: K }>;

const RETRY_MS = 1_000;

export class Notifier {
  private readonly emitter = new EventEmitter().setMaxListeners(0);
  /** Not sent yet, by a key under which a newer one replaces it. */
  private readonly unsent = new Map<string, Notification>();
  private sending: Promise<void> | undefined;
  private ways: readonly NewsWay[] = [];

  /** @param from this process's name */
  constructor(private readonly from: string) {}

  /**
   * Starts sending to and receiving from other processes; without a way there are none.
   * @param ways all are received from; messages are sent through the first that is up and accepts them
   * @param missed called after an interruption during which messages may have been lost
   */
  async connect(ways: readonly NewsWay[], missed: () => void): Promise<void> {
    for (const way of ways) {
      let isBegun = false;
      await way.listen(
        (payload) => this.receive(payload),
        () => {
          if (isBegun) missed();
        },
      );
      // A way that was down at the start, and comes up later, has missed something too.
      isBegun = true;
    }
    this.ways = ways;
  }

  /** Stops sending to others. */
  async disconnect(): Promise<void> {
    await this.flush();
    const { ways } = this;
    this.ways = [];
    for (const way of ways) await way.close();
  }

  /** Delivers to this process at once, and to the others as soon as possible. Never throws. */
  send(told: Notification): void {
    this.emitter.emit(told.kind, told);
    if (this.ways.length === 0) return;
    this.unsent.set(keyOf(told), told);
    void this.flush();
  }

  /** Subscribes to messages from here and elsewhere. Returns how to unsubscribe. */
  on<K extends Kind>(kind: K, heard: (told: OfKind<K>) => void): () => void {
    this.emitter.on(kind, heard);
    return () => this.emitter.off(kind, heard);
  }

  /** Resolves when everything has been sent, or cannot be sent now. What arrives meanwhile is sent as one statement. */
  flush(): Promise<void> {
    this.sending ??= this.sendAll().finally(() => {
      this.sending = undefined;
    });
    return this.sending;
  }

  private async sendAll(): Promise<void> {
    while (this.ways.length > 0 && this.unsent.size > 0) {
      const batch = new Map(this.unsent);
      this.unsent.clear();
      try {
        await this.publish([...batch.values()]);
      } catch (error) {
        log('warn', 'notify', describeError(error));
        for (const [key, told] of batch) if (!this.unsent.has(key)) this.unsent.set(key, told);
        setTimeout(() => void this.flush(), RETRY_MS).unref();
        return;
      }
    }
  }

  private async publish(batch: Notification[]): Promise<void> {
    const payloads = batch.map((told) => JSON.stringify({ from: this.from, told }));
    let failure: unknown = new Error('No way is up.');
    for (const way of this.ways) {
      if (!way.isUp) continue;
      try {
        return await way.publish(payloads);
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  }

  private receive(payload: string): void {
    const heard = parse(payload);
    if (heard && heard.from !== this.from) this.emitter.emit(heard.told.kind, heard.told);
  }
}

/** Others may use the channel's name, too: messages that are not ours are ignored. */
function parse(payload: string): z.infer<typeof envelope> | undefined {
  try {
    return envelope.parse(JSON.parse(payload));
  } catch {
    return undefined;
  }
}

/**
 * For a run's progress, for rules and for servers only the latest counts; a chat's news are distinguished by their
 * number.
 */
function keyOf(told: Notification): string {
  if (told.kind === 'chat') return `chat ${told.chatId} ${told.rev}`;
  if (told.kind === 'policy') return `policy ${told.teamId} ${told.userId ?? ''}`;
  if (told.kind === 'servers') return `servers ${told.teamId}`;
  if (told.kind === 'withdrawn') return `withdrawn ${told.requests.join()}`;
  if (told.kind === 'stop') return `stop ${told.runId} ${told.toolCallId ?? ''}`;
  return `${told.kind} ${told.runId}`;
}

/** This process's own. */
export const notifier = once('notifier', () => new Notifier(owner));
