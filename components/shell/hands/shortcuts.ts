/** The keyboard shortcuts of every page. */
import type { Key } from '@/components/words/language';
import { say } from '@/components/words/say';

export type ShortcutId = 'palette' | 'newChat' | 'sideBar' | 'composer' | 'list';

export interface Shortcut {
  id: ShortcutId;
  words: Key;
  /** As in `KeyboardEvent.key`; letters in lower case. */
  key: string;
  /** Control, or Command on a Mac. */
  mod?: true;
  shift?: true;
  /** Ignored while typing: there it is a character. */
  plain?: true;
}

export const SHORTCUTS: readonly Shortcut[] = [
  { id: 'palette', words: 'hands.palette', key: 'k', mod: true },
  { id: 'newChat', words: 'place.new-chat', key: 'o', mod: true, shift: true },
  { id: 'sideBar', words: 'hands.side', key: 's', mod: true, shift: true },
  { id: 'composer', words: 'hands.composer', key: 'Escape', shift: true },
  { id: 'list', words: 'hands.shortcuts', key: '?', plain: true },
];

/** Other keys of single pages or fields, for the list. */
export const LOCAL_KEYS: readonly Pick<Shortcut, 'words' | 'key' | 'shift'>[] = [
  { key: 'Enter', words: 'hands.send' },
  { key: 'Enter', shift: true, words: 'hands.line' },
  { key: 'Escape', words: 'hands.close' },
  { key: 'Escape', words: 'hands.stop' },
  { key: 'j / k', words: 'hands.next-row' },
  { key: 'x', words: 'hands.choose-row' },
];

type Pressed = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey' | 'isComposing'
>;

/** The shortcut for the pressed keys. On keyboards of other scripts the Latin letters are in `code`. */
export function shortcutOf(pressed: Pressed, isMac: boolean, isWriting: boolean): ShortcutId | undefined {
  if (pressed.altKey || pressed.isComposing) return undefined;
  const [mod, other] = isMac ? [pressed.metaKey, pressed.ctrlKey] : [pressed.ctrlKey, pressed.metaKey];
  if (other) return undefined;
  const isLatin = /^[\x20-\x7e]+$/.test(pressed.key);
  const key = isLatin ? pressed.key : pressed.code.replace(/^Key/, '');
  const found = SHORTCUTS.find(
    (one) =>
      one.key === (one.key.length === 1 ? key.toLowerCase() : key) &&
      Boolean(one.mod) === mod &&
      // Which keys produce a symbol depends on the keyboard layout.
      (one.plain === true || Boolean(one.shift) === pressed.shiftKey),
  );
  return found?.plain && isWriting ? undefined : found?.id;
}

const NAMES: Record<string, string> = { Escape: 'Esc', Enter: '⏎' };

/** The names of the keys, in the order in which they are pressed. */
export function keysOf(
  { key, mod, shift }: Pick<Shortcut, 'key' | 'mod' | 'shift'>,
  isMac: boolean,
): string[] {
  const name = NAMES[key] ?? key.toUpperCase();
  return [
    ...(mod ? [isMac ? '⌘' : say('hands.control')] : []),
    ...(shift ? [isMac ? '⇧' : say('hands.shift')] : []),
    name,
  ];
}

/** Whether the keyboard has Command in the place of Control. */
export function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform);
}
