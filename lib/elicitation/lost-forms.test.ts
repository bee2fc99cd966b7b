/** A run adopted by another process, and a call that is stopped: no further message of the call is sent. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database, Queryable } from '@/db/client';
import { newId } from '@/db/ids';
import { schema } from '@/db/schema/all';
import { oneDatabase } from '@/db/testing/databases';
import { NAME_FORM } from '@/lib/connections/testing/asking-servers';
import { serverConfig } from '@/lib/connections/testing/connections';
import { plainTool, sendResult, startScriptedServer } from '@/lib/connections/testing/scripted-server';
import { lift, readHalts, stopAtOnce } from '@/lib/rules/halting';
import { answerForm } from '@/lib/runs/answer-form';
import { driveRun } from '@/lib/runs/drive';
import { FormHarness } from '@/lib/runs/testing/form-harness';
import { RunHarness } from '@/lib/runs/testing/run-harness';

const ANNA = { action: 'accept', content: { name: 'Anna' } } as const;

describe.each(oneDatabase)('a process that has lost its run on $name', ({ open }) => {
  let forms: FormHarness;
  beforeAll(async () => {
    forms = await FormHarness.open(await open());
  });
  afterAll(() => forms.close());

  const taken = (runId: string, db: Queryable = forms.opened.db) =>
    db
      .update(schema.runs)
      .set({ fence: sql`fence + 1`, owner: 'other', heartbeatAt: sql`now()` })
      .where(eq(schema.runs.id, runId));

  it.each(['new', 'old'])('hands no answer on that came before, to the server %s', async (name) => {
    forms.ask(NAME_FORM);
    const { chatId, live } = await forms.begin(`${name}__add`);
    const form = await forms.openForm(chatId);
    // Nobody notifies it of the answer: the process polls, and by then has been silent for too long. It never sees the
    // one without the other.
    await forms.opened.db.transaction(async (tx) => {
      await answerForm({ db: tx as unknown as Database, caller: forms.harness.admin }, form.id, ANNA);
      await taken(form.runId, tx);
    });
    if (name === 'new') await live.done;
    else await new Promise((resolve) => setTimeout(resolve, 3_000));
    const server = name === 'new' ? forms.newer : forms.older;
    expect([server.answers, server.executed]).toEqual([[], []]);
    live.abort.abort();
    await live.done;
  });

  it('sends a call no more that its server wants again without asking anything', async () => {
    let sends = 0;
    const annotations = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };
    const server = await startScriptedServer({
      list: () => ({ tools: [plainTool('add', { annotations })] }),
      call: ({ message }, response) => {
        sends += 1;
        sendResult(response, message, { resultType: 'input_required', requestState: 'again' });
      },
    });
    const harness = await RunHarness.open(forms.opened, [serverConfig('q', server.url, { trusted: true })]);
    harness.steps({ calls: [{ tool: 'q__add', input: {} }] });
    const begun = await harness.begin(await harness.chat(), { id: newId('msg'), text: 'Do it' });
    const live = driveRun(harness.deps, harness.admin, begun);
    await expect.poll(() => sends).toBe(1);
    await taken(begun.run.id);
    await live.done;
    expect(sends).toBe(1);
    await harness.closeConnections();
    await server.close();
  });
});

describe.each(oneDatabase)('a call that is stopped while its server waits for more on $name', ({ open }) => {
  let forms: FormHarness;
  beforeAll(async () => {
    forms = await FormHarness.open(await open());
  });
  afterAll(() => forms.close());

  const NOTHING = { server: null, tool: null, userId: null, reason: 'Stop.' };
  const lifted = async () => {
    const { harness, opened } = forms;
    const { halts } = await readHalts(opened.db, harness.admin);
    for (const { id } of halts) await lift(opened.db, harness.admin, id);
  };

  it.each([
    ['new', { kind: 'server', server: 'new' }],
    ['new', { kind: 'tool', server: 'new', tool: 'add' }],
    ['new', { kind: 'writes' }],
    ['old', { kind: 'server', server: 'old' }],
  ] as const)('hands no answer on to the server %s after a halt: %o', async (name, halt) => {
    const { harness, opened } = forms;
    forms.ask(NAME_FORM);
    const { chatId, live } = await forms.begin(`${name}__add`);
    const form = await forms.openForm(chatId);
    await stopAtOnce(opened.db, harness.admin, { ...NOTHING, ...halt });
    await answerForm({ db: opened.db, caller: harness.admin }, form.id, ANNA);
    await live.done;
    await lifted();
    const server = name === 'new' ? forms.newer : forms.older;
    expect(server.answers).toEqual(name === 'new' ? [] : [expect.not.objectContaining({ action: 'accept' })]);
    // One of before is told that nobody answers, and does as it likes.
    if (name === 'new') expect(server.executed).toEqual([]);
  });

  it('sends a call no more that its server wants again, once that server is stopped', async () => {
    let sends = 0;
    const annotations = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };
    const server = await startScriptedServer({
      list: () => ({ tools: [plainTool('add', { annotations })] }),
      call: ({ message }, response) => {
        sends += 1;
        sendResult(response, message, { resultType: 'input_required', requestState: 'again' });
      },
    });
    const harness = await RunHarness.open(forms.opened, [serverConfig('q', server.url, { trusted: true })]);
    harness.steps({ calls: [{ tool: 'q__add', input: {} }] }, { text: 'Done.' });
    const begun = await harness.begin(await harness.chat(), { id: newId('msg'), text: 'Do it' });
    const live = driveRun(harness.deps, harness.admin, begun);
    await expect.poll(() => sends).toBe(1);
    await stopAtOnce(forms.opened.db, harness.admin, { ...NOTHING, kind: 'server', server: 'q' });
    await live.done;
    expect(sends).toBe(1);
    await harness.closeConnections();
    await server.close();
  });
});
