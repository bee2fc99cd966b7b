'use client';
/** The files of a message: images are shown small, any other file is a name that downloads it. Names are data. */
import { FileText } from 'lucide-react';
import { useState } from 'react';
import { ShownText } from '@/components/shown/shown-text';
import { visibleString } from '@/components/shown/visible-text';
import { Icon } from '@/components/ui/icon';
import { say } from '@/components/words/say';
import type { Attachment } from '@/lib/values/attachment';
import { bytesWords } from './bytes-words';
import { FromServer } from './from-server';

const addressOf = ({ id }: Attachment) => `/api/uploads/${encodeURIComponent(id)}`;

export function MessageFiles({ files }: { files: readonly Attachment[] }) {
  return (
    <ul
      aria-label={say('files.attached')}
      className="mb-1.5 ml-10 flex min-w-0 flex-wrap justify-end gap-2 self-end"
    >
      {files.map((file) => (
        <li key={file.id} data-testid="message-file" className="min-w-0 max-w-full">
          {file.kind === 'image' ? <Picture file={file} /> : <Saved file={file} />}
        </li>
      ))}
    </ul>
  );
}

function Picture({ file }: { file: Attachment }) {
  const [isGone, setIsGone] = useState(false);
  if (isGone) return <Saved file={file} />;
  return (
    <a
      href={addressOf(file)}
      target="_blank"
      rel="noreferrer noopener"
      className="block w-fit max-w-full rounded-table"
    >
      {/* biome-ignore lint/performance/noImgElement: nothing may make another picture of it on the way */}
      <img
        src={addressOf(file)}
        alt={say('files.picture', { name: visibleString(file.name) })}
        width={file.width}
        height={file.height}
        loading="lazy"
        decoding="async"
        onError={() => setIsGone(true)}
        className="h-auto max-h-44 w-auto max-w-full rounded-table border border-line bg-paper"
      />
    </a>
  );
}

function Saved({ file }: { file: Attachment }) {
  return (
    <a
      href={addressOf(file)}
      download
      className="flex min-h-11 min-w-0 max-w-72 items-center gap-2 rounded-control border border-edge bg-raised px-3 py-1.5 text-13 hover:bg-soft"
    >
      <Icon of={FileText} className="shrink-0 text-muted" />
      <span className="min-w-0">
        <span className="block truncate font-medium text-ink">
          <ShownText text={file.name} />
        </span>
        <span className="block truncate text-12 text-muted">
          {say(`files.kind.${file.kind}`)}, {bytesWords(file.size)}
          {file.cut && <>, {say('files.cut')}</>}
        </span>
        {file.source && (
          <span className="block truncate text-12 text-muted">
            <FromServer source={file.source} />
          </span>
        )}
      </span>
    </a>
  );
}
