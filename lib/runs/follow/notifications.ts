import 'server-only';
/**
 * What the processes on one database tell each other, by NOTIFY or by a Valkey: ids and numbers only; a process that hears
 * of a change looks the rest up. Its own messages it hears at once, and not again from outside.
 * What is told has been committed before. Nothing may depend on it alone: a lost message is made up for by polling and reconnecting.
 */
import { EventEmitter } from 'node:events';
import { z } from 'zod';
import { describeError, log } from '@/lib/log';
import { once } from '@/lib/values/once';
import { owner } from '../owner';
import type { NewsWay } from './ways/way';

const id = z.string();

const notification = z.discriminatedUnion('kind', [
  /** A chat changed. Who may hear of it goes along, so that nobody need ask. */
  z.object({
    kind: z.literal('chat'),
    chatId: id,
    rev: z.number(),
    running: z.boolean(),
    userId: id,
    teamId: id,
    asked: z.boolean(),
  }),
  /** Rules changed: a team's, or (with `userId`) those of one person for himself. */
  z.object({ kind: z.literal('policy'), teamId: id, userId: id.nullable(), version: z.number() }),
  /** A team's servers changed, or what its admins say of them. */
  z.object({ kind: z.literal('servers'), teamId: id, version: z.number() }),
  /** A run's event log has come as far as `seq`. */
  z.object({ kind: z.literal('progress'), runId: id, fence: z.number(), seq: z.number() }),
  /** A process that does not drive the run follows it: its log is wanted soon. */
  z.object({ kind: z.literal('followed'), runId: id }),
  /**
   * The process that drives the run is to stop it; with `toolCallId`, only this one call. With `fence`, only as it was held then:
   * who says it again, or late, stops nothing that was let go on since.
   */
  z.object({ kind: z.literal('stop'), runId: id, toolCallId: id.optional(), fence: z.number().optional() }),
  /** Requests of another client that it has called off. */
  z.object({ kind: z.literal('withdrawn'), requests: z.array(id).max(100) }),
]);

const envelope = z.object({ from: id, told: notification });

export type Notification = z.infer<typeof notification>;
type Kind = Notification['kind'];
type OfKind<K extends Kind> = Extract<Notification, { kind: K }>;

const RETRY_MS = 1_000;

export class Notifier {
  private readonly emitter = new EventEmitter().setMaxListeners(0);
  /** Not sent yet, by what a newer one replaces. */
  private readonly unsent = new Map<string, Notification>();
  private sending: Promise<void> | undefined;
  private ways: readonly NewsWay[] = [];

  /** @param from this process's name */
  constructor(private readonly from: string) {}

  /**
   * From now on others are told and heard; without a way there are none.
   * @param ways heard all of them; told by the first that is up and takes it
   * @param missed called when a break has ended in which others may have told something
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
      // One that was away until now, and comes later, has missed something too.
      isBegun = true;
    }
    this.ways = ways;
  }

  /** Tells nobody else any more. */
  async disconnect(): Promise<void> {
    await this.flush();
    const { ways } = this;
    this.ways = [];
    for (const way of ways) await way.close();
  }

  /** Tells this process at once and the others as soon as possible. Never throws. */
  send(told: Notification): void {
    this.emitter.emit(told.kind, told);
    if (this.ways.length === 0) return;
    this.unsent.set(keyOf(told), told);
    void this.flush();
  }

  /** Calls back with what is told, here or elsewhere. Returns how to stop. */
  on<K extends Kind>(kind: K, heard: (told: OfKind<K>) => void): () => void {
    this.emitter.on(kind, heard);
    return () => this.emitter.off(kind, heard);
  }

  /** Resolves when everything has been sent, or cannot be sent now. What comes meanwhile goes as one statement. */
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

/** Others may use the channel's name, too: what is not ours is not heard. */
function parse(payload: string): z.infer<typeof envelope> | undefined {
  try {
    return envelope.parse(JSON.parse(payload));
  } catch {
    return undefined;
  }
}

/** Of a run's progress, of rules and of servers only the newest counts; a chat's news are kept apart by their number. */
function keyOf(told: Notification): string {
  if (told.kind === 'chat') return `chat ${told.chatId} ${told.rev}`;
  if (told.kind === 'policy') return `policy ${told.teamId} ${told.userId ?? ''}`;
  if (told.kind === 'servers') return `servers ${told.teamId}`;
  if (told.kind === 'withdrawn') return `withdrawn ${told.requests.join()}`;
  if (told.kind === 'stop') return `stop ${told.runId} ${told.toolCallId ?? ''}`;
  return `${told.kind} ${told.runId}`;
}

/** This process's. */
export const notifier = once('notifier', () => new Notifier(owner));
