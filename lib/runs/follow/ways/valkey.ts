import 'server-only';
/**
 * Publish and subscribe on a Valkey or Redis: news that wait for no commit of the database. Others may use it too, so what goes
 * there is sealed: nobody reads it, and what somebody else says under the channel's name is not heard. It may be away at any time.
 */
import type { RedisClientType } from '@redis/client';
import { describeError, log } from '@/lib/log';
import { openText, type Seal, sealText } from '@/lib/values/seal';
import type { NewsWay } from './way';

/** How long the start waits for one that does not answer: people are served without it. */
const PATIENCE_MS = 2_000;
const LONGEST_WAIT_MS = 2_000;
/** A link that says nothing for so long is dead, as it is asked three times meanwhile; what was told by it goes another way then. */
const SILENT_MS = 6_000;
const ASK_MS = 2_000;

/** A longer message is not looked into: nobody of ours tells this much at once, and to open it takes as much memory again. */
const LONGEST = 16_000_000;
const OPTIONS = {
  name: 'amber',
  // What cannot leave at once takes another way.
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
  /** `redis://` or `valkey://`; with an s more by TLS. */
  url: string;
  secret: string;
  /** The database's name: processes on another one do not hear. */
  database: string;
}

export class ValkeyWay implements NewsWay {
  private client: RedisClientType | undefined;
  private isHearing = false;
  /** Why it is away, as the log was told. */
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
    // What waited while the one before was under way goes as one, sealed once.
    await client.publish(this.channel, sealText(this.seal, JSON.stringify(payloads)));
  }

  async listen(heard: (payload: string) => void, listening: () => void): Promise<void> {
    // Only here: who has none does not load it.
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
      // It goes on trying for as long as it is open; what fails is told as an error of the client's.
      client.connect().catch(() => {});
      setTimeout(begun, PATIENCE_MS).unref();
    });
  }

  async close(): Promise<void> {
    this.isHearing = false;
    this.client?.destroy();
    this.client = undefined;
  }

  /** After a break the client has subscribed again by itself before it is ready. */
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

  /** One line for as long as it is away, and one more where it is there and refuses. */
  private lose(error: unknown): void {
    if (!this.client || this.isUp) return;
    const refusal = refusalOf(error);
    if (this.told !== undefined && (refusal === undefined || refusal === this.told)) return;
    this.told = refusal ?? kindOf(error);
    log('warn', 'valkey_away', { code: this.told, news: 'go by NOTIFY' });
  }
}

/** What a server refuses begins with a word in capitals, such as WRONGPASS; the rest may quote what it was sent. */
function refusalOf(error: unknown): string | undefined {
  return /^[A-Z]{3,20}\b/.exec(error instanceof Error ? error.message : '')?.[0];
}

/** ECONNREFUSED and the like; else what the client calls it. */
function kindOf(error: unknown): string {
  const { code } = describeError(error);
  return typeof code === 'string' ? code : String((error as Error | undefined)?.constructor.name);
}
