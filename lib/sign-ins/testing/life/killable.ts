/** A process of Amber under a test's control: it takes orders, and can be killed while it handles them. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { type Answer, type Order, SETTING, type Setting } from './orders';

export class Killable {
  private readonly asked = new Map<number, (answer: Answer | null) => void>();

  private constructor(private readonly child: ChildProcess) {
    child.on('message', (answer: Answer) => this.asked.get(answer.id)?.(answer));
    child.once('exit', () => {
      for (const tell of this.asked.values()) tell(null);
    });
  }

  static async start(setting: Setting): Promise<Killable> {
    const { PATH = '', HOME = '', NODE_ENV = 'test' } = process.env;
    const child = fork(setting.program, {
      env: { PATH, HOME, NODE_ENV, [SETTING]: JSON.stringify(setting) },
      execArgv: [],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const ended = once(child, 'exit').then(() => {
      throw new Error('A process of the test ended before it was ready.');
    });
    await Promise.race([once(child, 'message'), ended]);
    ended.catch(() => undefined);
    return new Killable(child);
  }

  get isGone(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** @returns null if it was killed before it answered */
  async ask(order: Order): Promise<Answer | null> {
    if (this.isGone) return null;
    if (this.asked.has(order.id)) throw new Error(`Order ${order.id} is under way already.`);
    const answer = await new Promise<Answer | null>((tell) => {
      this.asked.set(order.id, tell);
      this.child.send(order, (error) => error && tell(null));
    });
    this.asked.delete(order.id);
    return answer;
  }

  async kill(): Promise<void> {
    if (this.isGone) return;
    const gone = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await gone;
  }
}
