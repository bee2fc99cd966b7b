import { expect, it } from 'vitest';
import { named } from './notify';

it.each([
  ['Ada Lovelace', '"Ada Lovelace"'],
  ['Dr. Ada', '"Dr. Ada"'],
  ['evil.example', '"evil[.]example"'],
  ['https://evil.example/x', '"https[://]evil[.]example/x"'],
  ['ada@evil\u3002example', '"ada[@]evil[\u3002]example"'],
  ['A" asks\nfor "B', '"A\' asks for \'B"'],
  ['a\u202eb', '"a<U+202E>b"'],
])('a name in a mail is no link, and ends where it ends: %j', (name, said) => {
  expect(named(name)).toBe(said);
});
