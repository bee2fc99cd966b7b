/** One message that lists every bad setting: its name, what is wrong, what is allowed. */
export class EnvError extends Error {
  readonly problems: string[];
  constructor(problems: string[]) {
    const count = problems.length === 1 ? 'a setting is wrong' : `${problems.length} settings are wrong`;
    super(`Amber cannot start: ${count}.\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'EnvError';
    this.problems = problems;
  }
}
