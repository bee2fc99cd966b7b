/** A member who requests deletions, and allows some ahead on their cards. */
import { like } from 'drizzle-orm';
import { expect } from 'vitest';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import type { GrantWish } from '@/lib/grants/grant-view';
import type { Caller } from '@/lib/people/caller';
import { CrashHarness, call } from './crash-harness';

const { grants, policyRules, receipts } = schema;

/** For every such call, until it is revoked. */
export const ANY: GrantWish = { thisChat: false, times: null, until: null, bounds: [] };

export class GrantDesk {
  private constructor(
    readonly crash: CrashHarness,
    readonly member: Caller,
  ) {}

  static async open(opened: OpenDatabase): Promise<GrantDesk> {
    const crash = await CrashHarness.open(opened);
    return new GrantDesk(crash, await crash.harness.person('member'));
  }

  /** Removes all grants and rules; the record stays. */
  async reset(): Promise<void> {
    this.crash.reset();
    await this.crash.opened.db.delete(grants);
    await this.crash.opened.db.delete(policyRules);
  }

  /** Requests these drops, each in a step of its own; those that ask stay pending. */
  async drop(ids: string[], chatId?: string, who = this.member): Promise<string> {
    const { harness } = this.crash;
    const chat = chatId ?? (await harness.chat(who));
    harness.steps(...ids.map((id) => ({ calls: [call('drop', id)] })));
    await harness.say(chat, 'Drop', who);
    return chat;
  }

  /** The first drop asks, and is confirmed with this grant. */
  async allow(wish: Partial<GrantWish>, id = 'a'): Promise<string> {
    const { harness } = this.crash;
    const chatId = await this.drop([id]);
    const [card] = await harness.cards(chatId, 'pending');
    expect(card?.grantable).toBe(true);
    await harness.decide(card?.id ?? '', 'confirm', undefined, this.member, { grant: { ...ANY, ...wish } });
    this.crash.executed = [];
    return chatId;
  }

  /** What the record says about a grant, or about all, and whom it names. */
  async told(id?: string): Promise<[string, string | undefined][]> {
    const { db } = this.crash.opened;
    const rows = await db.select().from(receipts).where(like(receipts.kind, '%grant%')).orderBy(receipts.id);
    return rows
      .map(({ kind, body }) => ({ kind, body: JSON.parse(body) }))
      .filter(({ body }) => id === undefined || body.grant === id)
      .map(({ kind, body }) => [kind, body.person?.id]);
  }

  /** The number of pending cards. */
  async waits(chatId: string): Promise<number> {
    return (await this.crash.harness.cards(chatId, 'pending')).length;
  }
}
