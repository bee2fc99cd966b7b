// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepConsent, readConsent } from './consent';
import { newRecognition, recognised, wayOfDictation } from './dictation';
import { withSpoken } from './spoken';

const offered = (maker: unknown) => Object.assign(window, { SpeechRecognition: maker });
const says = (available: string, install?: unknown) =>
  Object.assign(class {}, { available: async () => available, ...(install ? { install } : {}) });

beforeEach(() => localStorage.clear());
afterEach(() => offered(undefined));

it('is off until somebody has turned it on, each for themselves', () => {
  expect(readConsent('a')).toBeNull();
  keepConsent('a', 'device');
  expect([readConsent('a'), readConsent('b')]).toEqual(['device', null]);
  localStorage.setItem('amber-dictation-b', 'anything');
  expect(readConsent('b')).toBeNull();
  keepConsent('a', null);
  expect(readConsent('a')).toBeNull();
});

it('says that the sound stays on the device only where the browser says so', async () => {
  offered(undefined);
  expect(await wayOfDictation()).toBe('missing');
  offered(class {});
  expect(await wayOfDictation()).toBe('maker');
  offered(says('available'));
  expect(await wayOfDictation()).toBe('device');
  offered(says('downloadable', async () => true));
  expect(await wayOfDictation()).toBe('installs');
  for (const answer of ['unavailable', 'downloadable', 'something new']) {
    offered(says(answer));
    expect(await wayOfDictation()).toBe('maker');
  }
  offered(Object.assign(class {}, { available: () => Promise.reject(new Error('no')) }));
  expect(await wayOfDictation()).toBe('maker');
});

it('never listens elsewhere than was agreed to', () => {
  offered(class {});
  expect(newRecognition('device')).toBeNull();
  offered(
    class {
      processLocally = false;
    },
  );
  expect(newRecognition('device')?.processLocally).toBe(true);
  expect(newRecognition('maker')?.processLocally).toBe(false);
});

it('puts what is final behind what was typed', () => {
  const result = (transcript: string, isFinal = true) => Object.assign([{ transcript }], { isFinal });
  const results = [result('old'), result(' which customers '), result('owe us'), result('perhaps', false)];
  const event = Object.assign(new Event('result'), { resultIndex: 1, results });
  expect(recognised(event)).toBe('which customers owe us');
  expect(withSpoken('', 'Hello')).toBe('Hello');
  expect(withSpoken('Hello', 'world')).toBe('Hello world');
  expect(withSpoken('Hello\n', 'world')).toBe('Hello\nworld');
});
