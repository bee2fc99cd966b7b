/**
 * The hostile cases of one file, each a separate test: played on a real database against two servers of its own, and
 * judged by every oracle that the file names for it. An oracle without a judge fails the case.
 */
import { writeSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabases } from '@/db/testing/databases';
import { type Case, casesOf } from '@/e2e/cases';
import { type HostileFile, oraclesOn, type TurnOracle } from '@/e2e/oracles';
import { HostileHarness } from './hostile-harness';
import type { Order, Trust } from './stage';
import { plainInstructions } from './turn-oracles';

export interface Play {
  hostile: HostileHarness;
  /** The instructions of a turn without other servers. */
  plain: string;
}

/** The judges, by oracle, in this order: decisions change what is seen later. */
export type Judges = Partial<Record<TurnOracle, () => unknown>>;

/** Each case takes some twenty commits, and they are four times as slow on the embedded database. */
const [database] = testDatabases.filter(({ name }) => name === 'postgres');
const STDOUT = 1;
/** Required of every case, whether or not its file says so. */
const ALWAYS = ['no_exec_without_approval', 'system_prompt_untainted'] as const;

/** @param play stages a case, and returns the judges of its oracles */
export function describeCases(
  file: HostileFile,
  play: (one: Case, at: number, play: Play) => Promise<Judges>,
): void {
  describe(`the hostile cases ${file}`, () => {
    const cases = casesOf(file);
    const judged = new Set<string>();
    let hostile: HostileHarness;
    let plain: string;

    beforeAll(async () => {
      if (!database) throw new Error('There is no database to test on.');
      hostile = await HostileHarness.open(database.open);
      plain = await plainInstructions(hostile);
    });
    afterAll(async () => {
      // Not the console, which is silent for passing tests: this line is the purpose of the cases.
      writeSync(STDOUT, `\n${hostile.line(`${file}: ${judged.size} cases`)}\n`);
      await hostile.close();
    });

    it.each(cases.map((one, at) => ({ ...one, at })))('$id $note', async (one) => {
      const before = hostile.undecided.length;
      const judges = await play(one, one.at, { hostile, plain });
      const wanted = new Set([...oraclesOn('turn', one), ...ALWAYS]);
      for (const oracle of Object.keys(judges) as TurnOracle[]) {
        if (wanted.delete(oracle)) await judges[oracle]?.();
      }
      expect([...wanted], 'oracles that nobody judges here').toEqual([]);
      expect(hostile.undecided.slice(before)).toEqual([]);
      expect(hostile.foreign.seen).toEqual([]);
      await hostile.clear();
      judged.add(one.id);
    });

    it('all of them were played, and none of what ran was undecided', () => {
      expect(judged.size).toBe(cases.length);
      expect(judged.size).toBeGreaterThan(0);
      expect(hostile.undecided).toEqual([]);
    });
  });
}

/** The calls in a case's script, one per step. */
export function ordersOf({ script = [] }: Case, on: Trust): Order[][] {
  return script.flatMap((step) =>
    step.emit === 'tool_call' ? [[{ on, tool: step.tool, args: step.args }]] : [],
  );
}
