'use client';
/** The folders of the workspace, each loaded when it is opened. */
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { request } from '@/components/api/api';
import { ShownText } from '@/components/shown/shown-text';
import { Icon } from '@/components/ui/icon';
import { say } from '@/components/words/say';
import { FileView } from './file-view';
import { usePieces } from './use-pieces';

interface Listed {
  name: string;
  kind: 'file' | 'folder' | 'link' | 'other';
}

interface Listing {
  data: Listed[];
  meta: { cursor: string | null };
}

async function loadFolder(path: string, cursor?: string) {
  const query = new URLSearchParams({ path, ...(cursor && { cursor }) });
  const { data, meta } = await request<Listing>('GET', `/api/workspace?${query}`);
  return { items: data, next: meta.cursor };
}

export function FolderTree({ path = '.' }: { path?: string }) {
  const { items: entries, more, problem } = usePieces((cursor?: string) => loadFolder(path, cursor));
  return (
    <ul className={path === '.' ? 'mt-2' : 'ml-4'}>
      {entries?.map((entry) => (
        <li key={entry.name}>
          <Entry entry={entry} path={path === '.' ? entry.name : `${path}/${entry.name}`} />
        </li>
      ))}
      {entries?.length === 0 && <li className="pl-6 text-13 text-muted">{say('folder.empty')}</li>}
      {more && (
        <li>
          <button
            type="button"
            onClick={more}
            className="min-h-11 pl-6 text-13 text-muted underline md:min-h-7"
          >
            {say('folder.more')}
          </button>
        </li>
      )}
      {problem !== '' && (
        <li>
          <p role="alert" className="text-13 text-failed">
            {problem}
          </p>
        </li>
      )}
    </ul>
  );
}

function Entry({ entry: { name, kind }, path }: { entry: Listed; path: string }) {
  if (kind === 'folder') return <Folder name={name} path={path} />;
  if (kind === 'file') return <FileView name={name} path={path} />;
  return (
    <p className="break-words py-0.5 pl-6 font-mono text-13 text-ink-2 [overflow-wrap:anywhere]">
      <ShownText text={name} />
    </p>
  );
}

function Folder({ name, path }: { name: string; path: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex min-h-11 w-full min-w-0 items-center gap-2 rounded-control text-left font-mono text-13 hover:bg-hover md:min-h-7"
      >
        <Icon of={open ? ChevronDown : ChevronRight} className="shrink-0 text-muted" />
        <span className="min-w-0 break-words [overflow-wrap:anywhere]">
          <ShownText text={name} />
        </span>
      </button>
      {open && <FolderTree path={path} />}
    </>
  );
}
