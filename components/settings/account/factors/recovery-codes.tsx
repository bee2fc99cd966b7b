'use client';
/** Shows recovery codes; they are shown only this once. */
import { CopyButton } from '@/components/settings/tokens/connect-client';
import { takeFocusOver } from '@/components/shown/take-focus';
import { Button } from '@/components/ui/button';
import { say } from '@/components/words/say';

export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  return (
    <div className="mt-6 rounded-table border border-edge bg-raised px-4 py-4">
      <p ref={takeFocusOver} tabIndex={-1} className="break-words rounded-control font-medium text-14">
        {say('factors.codes.once')}
      </p>
      <ul
        data-testid="recovery-codes"
        className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(180px,1fr))] gap-x-4 gap-y-1 font-mono text-13"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <CopyButton text={codes.join('\n')} what={say('factors.codes.what')} />
        <Button look="act" onClick={onDone}>
          {say('factors.codes.kept')}
        </Button>
      </div>
    </div>
  );
}
