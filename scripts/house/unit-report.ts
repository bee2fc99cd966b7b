/**
 * What became of the tests of each file: the reporter of Vitest that `npm test` uses, and which files are tried once
 * more. One of ten thousand that meets a busy machine is a fault to look for, but no reason to reject the rest.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Reporter } from 'vitest/node';

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export interface UnitReport {
  files: (Counts & { path: string; isFailed: boolean })[];
  /** Errors that belong to no test. */
  unhandled: number;
}

/** More than these are no accident. */
const MOST_TRIED_AGAIN = 3;

/** Writes a `UnitReport` as JSON to the path in `AMBER_UNIT_REPORT`. */
export default class UnitReporter implements Reporter {
  onTestRunEnd(...[modules, unhandled]: Parameters<NonNullable<Reporter['onTestRunEnd']>>): void {
    const files = modules.map((module) => {
      const states = [...module.children.allTests()].map((test) => test.result().state);
      const count = (state: string) => states.filter((one) => one === state).length;
      const counts = { passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
      return { path: module.moduleId, isFailed: !module.ok(), ...counts };
    });
    const report: UnitReport = { files, unhandled: unhandled.length };
    writeFileSync(process.env.AMBER_UNIT_REPORT ?? '', JSON.stringify(report));
  }
}

/** @returns undefined: the run did not get to its end */
export function readReport(path: string): UnitReport | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Paths; none where not a few files failed but the run itself. */
export function toTryAgain(report: UnitReport | undefined): string[] {
  const failed = (report?.files ?? []).filter((file) => file.isFailed).map((file) => file.path);
  return report?.unhandled === 0 && failed.length <= MOST_TRIED_AGAIN ? failed : [];
}

/** What counts in the end: of a file that was tried twice, the second. */
export function countTests(first: UnitReport | undefined, second?: UnitReport): Counts {
  const again = new Map(second?.files.map((file) => [file.path, file]));
  const files = (first?.files ?? []).map((file) => again.get(file.path) ?? file);
  const sum = (key: keyof Counts) => files.reduce((total, file) => total + file[key], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}
