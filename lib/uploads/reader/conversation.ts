/** Assembles the messages of a chat in order, within the limits of one chat. */
import type { ExportedMessage, LeftOut } from './exported-chat.ts';

const MOST_MESSAGES = 2_000;
/** Characters per message, and per chat. */
const MOST_TEXT = 100_000;
const MOST_CHAT = 5_000_000;

export class Conversation {
  readonly left: LeftOut = { tools: 0, files: 0, cut: 0 };
  private messages: ExportedMessage[] = [];

  /** Consecutive pieces from one side become one message. */
  add(role: ExportedMessage['role'], text: string, at: number | null): void {
    if (text.trim() === '') return;
    const last = this.messages.at(-1);
    if (last?.role === role) last.text = `${last.text}\n\n${text}`;
    else this.messages.push({ role, text, at });
  }

  /** The newest messages that fit, oldest first. */
  taken(): ExportedMessage[] {
    let room = MOST_CHAT;
    const taken: ExportedMessage[] = [];
    for (const message of this.messages.slice(-MOST_MESSAGES).reverse()) {
      const text = message.text.slice(0, MOST_TEXT).toWellFormed();
      room -= text.length;
      if (room < 0) break;
      if (text.length < message.text.length) this.left.cut += 1;
      taken.unshift({ ...message, text });
    }
    this.left.cut += this.messages.length - taken.length;
    return taken;
  }
}
