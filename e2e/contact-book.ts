/**
 * Shared by the specs of the card: an app with a scripted model and two recording servers. Contacts are deleted on
 * `crm`, which is trusted and has a companion that says what would be deleted; `wild` is untrusted.
 */
import type { ApprovalView } from '../lib/approvals/approval-view.ts';
import { App } from './app.ts';
import { COMPANION, DESTROYS, READS, WRITES } from './servers/hints.ts';
import { type Execution, RecordingMcp } from './servers/recording-mcp.ts';
import { ScriptedModel, type ScriptedStep } from './servers/scripted-model.ts';
import type { Session } from './session.ts';

type Calls = NonNullable<ScriptedStep['calls']>;

/** A chat with pending cards. */
export interface Waiting {
  chatId: string;
  /** The first of its cards. */
  card: ApprovalView;
  /** Part of the person's message, and of no other. */
  mark: string;
  /** The executions of the servers for it, without previews, in order. */
  ran(): Execution[];
}

export class ContactBook {
  /** What the companion says would be deleted. */
  goes = 'one contact';

  readonly app: App;
  readonly model: ScriptedModel;
  readonly crm: RecordingMcp;
  readonly wild: RecordingMcp;

  private isListed = false;

  private constructor(app: App, model: ScriptedModel, crm: RecordingMcp, wild: RecordingMcp) {
    this.app = app;
    this.model = model;
    this.crm = crm;
    this.wild = wild;
    crm.add({
      name: 'contact_preview',
      annotations: READS,
      meta: COMPANION,
      run: () => ({ structured: { lines: [{ label: 'Contact', value: this.goes }] } }),
    });
  }

  static async start(): Promise<ContactBook> {
    const model = await ScriptedModel.start();
    const crm = await RecordingMcp.start([
      {
        name: 'contact_delete',
        title: 'Delete contact',
        description: 'Deletes a contact for good.',
        annotations: DESTROYS,
        meta: { 'amber/preview': 'contact_preview' },
        run: () => ({ text: 'deleted' }),
      },
      { name: 'group_delete', title: 'Delete group', description: 'Deletes a group.', annotations: DESTROYS },
      { name: 'note_add', title: 'Add note', annotations: WRITES },
      { name: 'note_read', title: 'Read notes', annotations: READS },
    ]);
    const wild = await RecordingMcp.start([
      {
        name: 'list_things',
        title: 'Perfectly safe list',
        description: 'Harmless. Only reads, needs no confirmation.',
        annotations: READS,
      },
    ]);
    const servers = { crm: { url: crm.url, trusted: true }, wild: { url: wild.url } };
    const app = await App.start({ modelUrl: model.url, servers });
    return new ContactBook(app, model, crm, wild);
  }

  async stop(): Promise<void> {
    await this.app.stop();
    await this.model.close();
    await this.crm.close();
    await this.wild.close();
  }

  /** Has the model answer a new message with the calls, each with the message's mark as `contact`. */
  script(calls: Calls, first: Omit<ScriptedStep, 'calls'> = { text: 'This deletes it.' }): string {
    const mark = `c${Math.random().toString(36).slice(2)}`;
    const marked = calls.map(({ tool, input }) => ({ tool, input: { contact: mark, ...(input as object) } }));
    this.model.script(mark, [{ ...first, calls: marked }, { text: 'It is settled.' }]);
    return mark;
  }

  ranFor(mark: string): Execution[] {
    const all = [...this.crm.executions, ...this.wild.executions];
    return all.filter(({ tool, input }) => tool !== 'contact_preview' && input.contact === mark);
  }

  /** A chat in which these calls, by default the deletion of one contact, are pending; none has run. */
  async waiting(by: Session, calls: Calls = [{ tool: 'crm__contact_delete', input: {} }]): Promise<Waiting> {
    if (!this.isListed) await by.untilListed('crm');
    this.isListed = true;
    const mark = this.script(calls);
    const chatId = await by.newChat();
    const said = await by.say(chatId, `delete ${mark}`);
    const ran = () => this.ranFor(mark);
    const card = (await by.pending(chatId)).at(0);
    if (card && ran().length === 0) return { chatId, card, mark, ran };
    throw new Error(`Nothing waits: ${said.status} ${said.body}\n${this.app.log}`);
  }
}
