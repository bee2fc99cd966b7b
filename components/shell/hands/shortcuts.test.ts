import { expect, it } from 'vitest';
import { keysOf, SHORTCUTS, shortcutOf } from './shortcuts';

const press = (key: string, more: Partial<KeyboardEvent> = {}) => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  isComposing: false,
  ...more,
});

it('finds each shortcut by the keys that its list shows', () => {
  for (const one of SHORTCUTS) {
    for (const isMac of [true, false]) {
      const mod = one.mod ? { metaKey: isMac, ctrlKey: !isMac } : {};
      const pressed = press(one.shift && one.key.length === 1 ? one.key.toUpperCase() : one.key, {
        ...mod,
        shiftKey: one.shift === true,
      });
      expect(shortcutOf(pressed, isMac, false)).toBe(one.id);
      expect(keysOf(one, isMac).length).toBe(1 + Number(one.mod ?? false) + Number(one.shift ?? false));
    }
  }
});

it('takes the place of the key on keyboards of other scripts', () => {
  expect(shortcutOf(press('л', { code: 'KeyK', ctrlKey: true }), false, true)).toBe('palette');
});

it.each([
  ['a letter without the key beside it', press('k'), false],
  ['the other system’s key', press('k', { metaKey: true }), false],
  ['a third key', press('k', { ctrlKey: true, altKey: true }), false],
  ['Control and Command', press('k', { ctrlKey: true, metaKey: true }), false],
  ['what an input method composes', press('k', { ctrlKey: true, isComposing: true }), false],
  ['a sign that is being written', press('?', { shiftKey: true }), true],
  ['Escape, which closes', press('Escape'), false],
])('does nothing at %s', (_name, pressed, isWriting) => {
  expect(shortcutOf(pressed, false, isWriting)).toBeUndefined();
});
