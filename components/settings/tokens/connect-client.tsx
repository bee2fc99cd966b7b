'use client';
/** How to configure Claude Code, Codex, VS Code and others for Amber, ready to copy. */
import { Check, Copy } from 'lucide-react';
import { useCopy } from '@/components/shown/use-copy';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { say } from '@/components/words/say';
import { snippetsFor } from './connect-snippets';

interface ConnectClientProps {
  url: string;
  /** The token that was just created; null: it cannot be shown any more. */
  token: string | null;
}

export function ConnectClient({ url, token }: ConnectClientProps) {
  // Marks the place of the token, once it cannot be shown any more.
  const placeholder = say('tokens.placeholder');
  const snippets = snippetsFor(url, token ?? placeholder);
  return (
    <section className="mt-10">
      <h3 className="font-semibold text-16">{say('connect.title')}</h3>
      <p className="mt-1 max-w-prose text-14 text-muted">{say('connect.address')}</p>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-table border bg-raised px-4 py-2">
        <code className="min-w-0 break-all font-mono text-12 text-ink">{url}</code>
        <CopyButton text={url} what={say('connect.the-address')} />
      </div>
      <p className="mt-5 max-w-prose text-14 text-muted">
        {say('connect.others')} {token === null ? say('connect.put', { placeholder }) : say('connect.stands')}{' '}
        {say('connect.keep')}
      </p>
      <ul className="mt-4 space-y-4">
        {snippets.map(({ client, where, text }) => (
          <li key={client} className="rounded-table border bg-raised">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-b px-4 py-2">
              <p className="min-w-0 text-13 text-muted">
                <span className="font-medium text-14 text-ink">{client}</span> {where}
              </p>
              <CopyButton text={text} what={say('connect.what', { client })} />
            </div>
            <pre className="whitespace-pre-wrap break-words px-4 py-3 font-mono text-12 text-ink">{text}</pre>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface CopyButtonProps {
  text: string;
  /** For screen readers: what is copied. */
  what: string;
}

export function CopyButton({ text, what }: CopyButtonProps) {
  const { said, copy } = useCopy('');
  const isCopied = said === 'Copied';
  return (
    <span className="flex items-center gap-3">
      <span role="status" className="text-13 text-muted empty:hidden">
        {isCopied ? say('connect.copied') : said && say('connect.not-copied')}
      </span>
      <Button onClick={() => copy(text)} aria-label={say('connect.copy-what', { what })} className="shrink-0">
        <Icon of={isCopied ? Check : Copy} />
        {say('connect.copy')}
      </Button>
    </span>
  );
}
