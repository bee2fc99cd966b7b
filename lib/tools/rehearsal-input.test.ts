import { describe, expect, it } from 'vitest';
import { rehearsalInput } from './rehearsal-input';

const named = (...names: string[]) => ({
  inputSchema: { type: 'object', properties: Object.fromEntries(names.map((name) => [name, {}])) },
});
const DRY_RUN = { argument: 'dryRun', value: true };

describe('the arguments of a rehearsal', () => {
  it('are those of the call, with the switch set last', () => {
    expect(rehearsalInput(named('id', 'dryRun'), { dryRun: false, id: 'a' }, DRY_RUN)).toEqual({
      id: 'a',
      dryRun: true,
    });
  });

  it.each([
    'validateOnly',
    'validate_only',
    'force',
    'Force',
    'confirm',
    'isConfirmed',
    'execute',
    'apply',
    'commit',
    'for_real',
    'live',
    'preview',
    'simulate',
    'what-if',
    'dry_run',
    'ＤｒｙＲｕｎ',
  ])('are none where %s says as well whether anything is done', (other) => {
    const tool = named('id', 'dryRun', other);
    for (const value of [true, false, 'true', null]) {
      expect(rehearsalInput(tool, { id: 'a', [other]: value }, DRY_RUN)).toBeUndefined();
    }
    expect(rehearsalInput(named('id', 'dryRun', 'o'), { o: [{ [other]: true }] }, DRY_RUN)).toBeUndefined();
  });

  it.each(['forced_by', 'lives', 'testimony', 'applyTo', 'confirmation', 'previewText'])(
    'hold %s, which is no switch',
    (other) => {
      expect(rehearsalInput(named('dryRun', other), { [other]: 'a' }, DRY_RUN)).toEqual({
        [other]: 'a',
        dryRun: true,
      });
    },
  );
});
