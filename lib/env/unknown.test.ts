import { expect, test } from 'vitest';
import { unknownSettings } from './unknown';

const KNOWN = ['AMBER_DATA_DIR', 'AMBER_DEMO', 'AMBER_WORKSPACE', 'AMBER_WORKSPACE_TEAM', 'PORT'];

test.each<[string, string | undefined]>([
  ['AMBER_DATA', 'AMBER_DATA_DIR'],
  ['AMBER_DATA_DIRECTORY', 'AMBER_DATA_DIR'],
  ['AMBER_WORKSPACES', 'AMBER_WORKSPACE'],
  ['AMBER_ZZZ', undefined],
])('%s is no setting; meant is %s', (name, meant) => {
  expect(unknownSettings({ [name]: 'x', PORT: '1' }, KNOWN)).toEqual([{ name, ...(meant && { meant }) }]);
});

test('settings, empty ones, those of other programs and of others are let be', () => {
  const source = { AMBER_DEMO: '1', AMBER_NOTHING: ' ', AMBER_FOUND_MODEL: 'x', HOME: '/', DATA: '1' };
  expect(unknownSettings(source, KNOWN)).toEqual([]);
});
