'use client';
/** The files attached to the message being written, each with its state and a button to remove it. */
import { CircleAlert, FileText, LoaderCircle, X } from 'lucide-react';
import type { RefObject } from 'react';
import { Announcement } from '@/components/shown/announcement';
import { ShownText } from '@/components/shown/shown-text';
import { visibleString } from '@/components/shown/visible-text';
import { IconButton } from '@/components/ui/button';
import { classes } from '@/components/ui/classes';
import { Icon } from '@/components/ui/icon';
import { say, sayWith } from '@/components/words/say';
import { MOST_BYTES, MOST_PICTURE_BYTES } from '@/lib/uploads/limits';
import { MOST_FILES } from '@/lib/values/attachment';
import { bytesWords } from './bytes-words';
import type { ChosenFile } from './chosen-file';
import { FromServer } from './from-server';
import type { Files } from './use-chosen-files';

interface ChosenFilesProps {
  of: Files;
  /** The model that answers accepts none: shown before they are sent. */
  readsNone: boolean;
  onText: (text: string) => void;
  /** Gets the focus when a file was removed together with its button. */
  field: RefObject<HTMLTextAreaElement | null>;
}

export function ChosenFiles({ of: { all: files, remove }, readsNone, onText, field }: ChosenFilesProps) {
  const takeAway = (file: ChosenFile) => {
    // Its words would stay without the note of where they are from.
    if (file.attachment?.source?.prompt !== undefined) onText('');
    remove(file);
    // On phones the focus would open the keyboard over the page.
    if (window.matchMedia('(pointer: fine)').matches) field.current?.focus();
  };
  const ready = files.filter(({ attachment }) => attachment).length;
  return (
    <div className="px-3 pt-3 max-[479px]:col-span-2">
      <Announcement words={ready > 0 ? say('files.attached-count', { count: ready }) : ''} />
      <ul aria-label={say('files.chosen')} className="flex max-h-44 flex-wrap gap-2 overflow-y-auto">
        {files.map((file) => (
          <Chosen key={file.key} file={file} onRemove={() => takeAway(file)} />
        ))}
      </ul>
      {readsNone && <p className="mt-1.5 px-1 text-13 text-ink">{say('files.unread')}</p>}
      <p className="mt-1.5 px-1 text-12 text-muted">
        {say('files.limits', {
          count: MOST_FILES,
          size: bytesWords(MOST_BYTES),
          picture: bytesWords(MOST_PICTURE_BYTES),
        })}
      </p>
    </div>
  );
}

function Chosen({ file, onRemove }: { file: ChosenFile; onRemove: () => void }) {
  const { name, refused } = file;
  return (
    <li
      data-testid="chosen-file"
      className={classes(
        'flex min-w-0 items-center gap-2 rounded-control border py-1 pr-1 pl-2.5 text-13',
        refused === undefined ? 'max-w-64' : 'max-w-full border-failed',
      )}
    >
      <Mark file={file} />
      <div className="min-w-0">
        <p className="truncate font-medium text-ink">
          <ShownText text={name} />
        </p>
        {refused === undefined ? (
          <p className="truncate text-12 text-muted">
            <How file={file} />
          </p>
        ) : (
          <p role="alert" className="break-words text-12 text-failed">
            {refused}
          </p>
        )}
      </div>
      <IconButton label={removing(file)} className="max-md:size-11 md:size-8" onClick={onRemove}>
        <Icon of={X} size={15} />
      </IconButton>
    </li>
  );
}

/** Its state, and where it comes from. The name of a server is data. */
function How({ file: { size, attachment, from } }: { file: ChosenFile }) {
  const { source } = attachment ?? {};
  if (source) return <FromServer source={source} />;
  if (from !== undefined) return sayWith('offers.reading', { server: () => <ShownText text={from} /> });
  return (
    <>
      {bytesWords(size)}, {say(attachment ? 'files.ready' : 'files.uploading')}
    </>
  );
}

function removing({ name, attachment }: ChosenFile): string {
  const isPrompt = attachment?.source?.prompt !== undefined;
  return say(isPrompt ? 'offers.take-back' : 'files.remove', { name: visibleString(name) });
}

function Mark({ file: { attachment, refused } }: { file: ChosenFile }) {
  if (refused !== undefined) return <Icon of={CircleAlert} className="shrink-0 text-failed" />;
  if (!attachment) return <Icon of={LoaderCircle} className="shrink-0 text-muted motion-safe:animate-spin" />;
  if (attachment.kind !== 'image') return <Icon of={FileText} className="shrink-0 text-muted" />;
  return (
    // biome-ignore lint/performance/noImgElement: nothing may make another picture of it on the way
    <img
      src={`/api/uploads/${attachment.id}`}
      alt=""
      className="size-9 shrink-0 rounded-badge border border-line object-cover"
    />
  );
}
