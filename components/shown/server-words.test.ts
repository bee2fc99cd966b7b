import { expect, it } from 'vitest';
import { BUILT_IN_SERVER, OWN_SERVER } from '@/lib/tools/own-server-name';
import { serverWords } from './server-words';

it('tells what answers beside the model from our own server, by more than a capital', () => {
  const [itself, own] = [serverWords(BUILT_IN_SERVER), serverWords(OWN_SERVER)];
  expect(itself.toLowerCase()).not.toBe(own.toLowerCase());
  expect([own, serverWords('crm')]).toEqual([OWN_SERVER, 'crm']);
});
