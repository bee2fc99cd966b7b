import 'server-only';
/**
 * Publish and subscribe on a Valkey or Redis: messages that wait for no database commit. Others may use the server too,
 * so messages are sealed: nobody else can read them, and forged ones on the channel are ignored. It may be down at any
 * time.
 */
import type { RedisClientType } from '@redis/client';
import { describeError, log } from '@/lib/log';
import { openText, type Seal, sealText } from '@/lib/values/seal';
import type { NewsWay } from './way';

/** How long the start waits for one that does not answer: people are served without it. */
const PATIENCE_MS = 2_000;
const LONGEST_WAIT_MS = 2_000;
/**
 * A link that is silent for this long is dead, as it is pinged three times meanwhile; messages then go another way.
 */
const SILENT_MS = 6_000;
const ASK_MS = 2_000;

/** Longer messages are ignored: none of ours is that long, and opening one takes as much memory again. */
const LONGEST = 16_000_000;
const OPTIONS = {
  name: 'amber',
  // What cannot be sent at once goes another way.
  disableOfflineQueue: true,
  maintNotifications: 'disabled',
  pingInterval: ASK_MS,
  disableClientInfo: true,
} as const;

const SOCKET = {
  connectTimeout: SILENT_MS,
  socketTimeout: SILENT_MS,
  reconnectStrategy: (failures: number) => Math.min(50 * 2 ** failures, LONGEST_WAIT_MS),
};

export interface ValkeySettings {
  /** `redis://` or `valkey://`; with an additional s for TLS. */
  url: string;
  secret: string;
  /** The database's name: processes on another database do not receive these messages. */
  database: string;
}

export class ValkeyWay implements NewsWay {
  private client: RedisClientType | undefined;
  private isHearing = false;
  /** The reason why it is down, as logged. */
  private told: string | undefined;
  private readonly channel: string;
  private readonly seal: Seal;

  constructor(private readonly settings: ValkeySettings) {
    this.channel = `amber:${settings.database}`;
    this.seal = { secret: settings.secret, purpose: 'amber news', owner: [settings.database] };
  }

  get isUp(): boolean {
    return this.isHearing && this.client?.isReady === true;
  }

  async publish(payloads: readonly string[]): Promise<void> {
    const { client } = this;
    if (!client) throw new Error('Nobody is connected.');
    // Messages that waited during the previous publish are sealed and sent as one.
    await client.publish(this.channel, sealText(this.seal, JSON.stringify(payloads)));
  }

  async listen(heard: (payload: string) => void, listening: () => void): Promise<void> {
    // Loaded only here, so that installations without one do not load it.
    const { createClient } = await import('@redis/client');
    const url = this.settings.url.replace(/^valkey/, 'redis');
    const client = createClient({ ...OPTIONS, url, socket: { ...SOCKET } }) as unknown as RedisClientType;
    this.client = client;
    const open = (sealed: Buffer) => {
      const list = sealed.length > LONGEST ? undefined : openText(this.seal, sealed.toString('latin1'));
      if (list !== undefined) for (const payload of JSON.parse(list) as string[]) heard(payload);
    };
    client.on('error', (error) => this.lose(error));
    await new Promise<void>((begun) => {
      const hearing = () => {
        this.find();
        listening();
        begun();
      };
      client.on('ready', () => void this.hear(client, open, hearing));
      // It keeps reconnecting for as long as it is open; failures are reported by the client's error event.
      client.connect().catch(() => {});
      setTimeout(begun, PATIENCE_MS).unref();
    });
  }

  async close(): Promise<void> {
    this.isHearing = false;
    this.client?.destroy();
    this.client = undefined;
  }

  /** After an interruption the client has already subscribed again before it is ready. */
  private async hear(client: RedisClientType, open: (sealed: Buffer) => void, hearing: () => void) {
    try {
      if (!this.isHearing) await client.subscribe(this.channel, open, true);
      this.isHearing = true;
      hearing();
    } catch (error) {
      this.lose(error);
      const again = () => !this.isHearing && client.isReady && void this.hear(client, open, hearing);
      setTimeout(again, LONGEST_WAIT_MS).unref();
    }
  }

  private find(): void {
    if (this.told !== undefined) log('info', 'valkey_back');
    this.told = undefined;
  }

  /** Logged once per outage, and again if the server is there but refuses. */
  private lose(error: unknown): void {
    if (!this.client || this.isUp) return;
    const refusal = refusalOf(error);
    if (this.told !== undefined && (refusal === undefined || refusal === this.told)) return;
    this.told = refusal ?? kindOf(error);
    log('warn', 'valkey_away', { code: this.told, news: 'go by NOTIFY' });
  }
}

/** A server's refusal begins with a word in capitals, such as WRONGPASS; the rest may quote what it was sent. */
function refusalOf(error: unknown): string | undefined {
  return /^[A-Z]{3,20}\b/.exec(error instanceof Error ? error.message : '')?.[0];
}

/** ECONNREFUSED and the like; otherwise the client's name for it. */
function kindOf(error: unknown): string {
  const { code } = describeError(error);
  return typeof code === 'string' ? code : String((error as Error | undefined)?.constructor.name);
}
