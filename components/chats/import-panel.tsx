'use client';
/** Importing chats from another app: the choice of a file, and the result. */
import { useRef, useState } from 'react';
import { fetchOk } from '@/components/api/api';
import { useAct } from '@/components/api/use-act';
import { Button } from '@/components/ui/button';
import { say } from '@/components/words/say';
import { told } from '@/components/words/told';
import type { ImportReport } from '@/lib/chats/import-view';

export function ImportPanel() {
  const field = useRef<HTMLInputElement>(null);
  const [report, setReport] = useState<ImportReport | null>(null);
  const { doing, outcome, act } = useAct();
  const take = (file: File | undefined) => {
    if (!file) return;
    setReport(null);
    void act('import', say('import.failed'), async () => {
      const response = await fetchOk(
        globalThis.fetch,
        `/api/chats/import?name=${encodeURIComponent(file.name.toWellFormed())}`,
        {
          method: 'POST',
          headers: { 'content-type': 'application/octet-stream' },
          body: file,
        },
      );
      setReport((await response.json()) as ImportReport);
      return undefined;
    });
  };
  return (
    <>
      <p className="mt-2 max-w-prose text-14 text-muted">{say('import.hint')}</p>
      <input
        ref={field}
        type="file"
        accept=".json,.zip"
        hidden
        tabIndex={-1}
        onChange={({ target }) => {
          take(target.files?.[0]);
          target.value = '';
        }}
      />
      <Button className="mt-3" disabled={doing !== null} onClick={() => field.current?.click()}>
        {say(doing === null ? 'import.choose' : 'import.doing')}
      </Button>
      <p role="alert" className="mt-2 text-13 text-failed empty:hidden">
        {outcome?.words}
      </p>
      {report && <Report report={report} />}
    </>
  );
}

const LEFT_OUT = ['known', 'empty', 'broken', 'beyond', 'tools', 'files', 'cut'] as const;

function Report({ report }: { report: ImportReport }) {
  const left = LEFT_OUT.filter((what) => report[what] > 0);
  return (
    <div data-testid="import-report" role="status" className="mt-3 max-w-prose text-14">
      <p className="font-medium">{say('import.taken', { chats: report.taken, messages: report.messages })}</p>
      {left.length > 0 && (
        <ul className="mt-1 list-disc pl-5 text-muted">
          {left.map((what) => (
            <li key={what}>{say(`import.left.${what}`, { count: report[what] })}</li>
          ))}
        </ul>
      )}
      {report.problem && <p className="mt-1 text-failed">{told(report.problem)}</p>}
    </div>
  );
}
