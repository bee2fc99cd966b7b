import { beforeEach, describe, expect, it } from 'vitest';
import type { AmberMessage, ChatPart, ChatView } from '@/lib/runs/chat-view';
import { EarlierMessages } from './earlier-messages';
import { emptyChat } from './testing/chat-server';

const said = (nth: number, text = `said ${nth}`): AmberMessage => ({
  id: `m${nth}`,
  role: nth % 2 === 0 ? 'assistant' : 'user',
  parts: [{ type: 'text', text }],
});
const waits = (nth: number): AmberMessage => ({
  ...said(nth),
  parts: [
    {
      type: 'dynamic-tool',
      toolName: 'customer_delete',
      toolCallId: 'call',
      state: 'approval-requested',
      input: {},
      approval: { id: 'a' },
    },
  ],
});

describe('older messages', () => {
  let stored: AmberMessage[];
  let asked: ChatPart[];
  let chat: { messages: AmberMessage[] };
  let earlier: EarlierMessages;
  let told: string[];
  let isAway: boolean;

  /** In pages of three. */
  const load = async (part: ChatPart): Promise<ChatView | null> => {
    asked.push(part);
    if (isAway) throw new TypeError('fetch failed');
    const end = part.before ? stored.findIndex(({ id }) => id === part.before) : stored.length;
    const start = Math.max(0, end - (part.limit ?? 3));
    const next = start > 0 ? (stored[start]?.id ?? null) : null;
    return { ...emptyChat('chat'), messages: stored.slice(start, end), next };
  };
  const shown = () => chat.messages.map(({ id }) => id).join(' ');
  const newest = async () => {
    const view = await earlier.newest();
    if (view) chat.messages = earlier.join(view);
  };

  beforeEach(async () => {
    stored = Array.from({ length: 8 }, (_, nth) => said(nth + 1));
    [asked, told, isAway] = [[], [], false];
    const view = await load({});
    chat = { messages: view?.messages ?? [] };
    earlier = new EarlierMessages(chat, view, load, (now) => told.push(now));
  });

  it('come page by page, until there are no more', async () => {
    expect(await earlier.show()).toBe(true);
    expect(shown()).toBe('m3 m4 m5 m6 m7 m8');
    expect(await earlier.show()).toBe(true);
    expect(shown()).toBe('m1 m2 m3 m4 m5 m6 m7 m8');
    expect(await earlier.show()).toBe(false);
    expect(told).toEqual(['loading', 'more', 'loading', 'all']);
  });

  it('are asked for once, however often one comes near', async () => {
    await Promise.all([earlier.show(), earlier.show()]);
    expect(asked).toHaveLength(2);
    expect(shown()).toBe('m3 m4 m5 m6 m7 m8');
  });

  it('stay when the newest page moves on', async () => {
    await earlier.show();
    stored.push(said(9), said(10));
    await newest();
    expect(shown()).toBe('m3 m4 m5 m6 m7 m8 m9 m10');
    await earlier.show();
    expect(shown()).toBe('m1 m2 m3 m4 m5 m6 m7 m8 m9 m10');
  });

  it('go where too much was said meanwhile to join on, and can be had again', async () => {
    stored.push(said(9), said(10), said(11), said(12));
    await newest();
    expect(shown()).toBe('m10 m11 m12');
    await earlier.show();
    expect(shown()).toBe('m7 m8 m9 m10 m11 m12');
  });

  it('that cannot be had leave all as it is, until one asks again', async () => {
    isAway = true;
    expect(await earlier.show()).toBe(false);
    expect(told).toEqual(['loading', 'failed']);
    isAway = false;
    expect(await earlier.show()).toBe(true);
    expect(shown()).toBe('m3 m4 m5 m6 m7 m8');
  });

  it('are asked for again as long as something is open in them', async () => {
    stored[3] = waits(4);
    await earlier.show();
    stored[3] = said(4, 'decided elsewhere');
    await newest();
    expect(chat.messages[1]?.parts).toEqual([{ type: 'text', text: 'decided elsewhere' }]);
    asked = [];
    await newest();
    expect(asked).toEqual([{}]);
  });

  it('are shown until one is among them', async () => {
    expect(await earlier.reach('m2')).toBe(true);
    expect(shown()).toBe('m1 m2 m3 m4 m5 m6 m7 m8');
    expect(await earlier.reach('none')).toBe(false);
  });
});
