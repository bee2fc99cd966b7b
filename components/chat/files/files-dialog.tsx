'use client';
/** The workspace's files next to a chat: what the chat has changed, with full diffs, and all files. */
import { useEffect, useState } from 'react';
import { request, wordsOf } from '@/components/api/api';
import { proposeQuestion } from '@/components/shown/proposed-question';
import { Button, buttonClass } from '@/components/ui/button';
import { Dialog, DialogFoot } from '@/components/ui/dialog';
import { say } from '@/components/words/say';
import { type ChangedFile, FileDifference } from './file-difference';
import { FolderTree } from './folder-tree';

interface FilesDialogProps {
  chatId: string;
  onClose: () => void;
}

interface Changed {
  files: ChangedFile[];
  isCut: boolean;
}

export function FilesDialog({ chatId, onClose }: FilesDialogProps) {
  return (
    <Dialog
      title={say('folder.title')}
      onClose={onClose}
      className="max-h-[min(85vh,900px)] w-[min(860px,calc(100vw-32px))]! overflow-y-auto"
    >
      {(close) => (
        <>
          <ChangedFiles chatId={chatId} onLeave={close} />
          <h3 className="mt-6 font-medium text-14">{say('folder.all')}</h3>
          <FolderTree />
          <DialogFoot>
            <Button onClick={close}>{say('finding.share.close')}</Button>
          </DialogFoot>
        </>
      )}
    </Dialog>
  );
}

interface ChangedFilesProps {
  chatId: string;
  /** Goes back to the chat. */
  onLeave: () => void;
}

function ChangedFiles({ chatId, onLeave }: ChangedFilesProps) {
  const [changed, setChanged] = useState<Changed | null>(null);
  const [problem, setProblem] = useState('');
  const path = `/api/chat/${encodeURIComponent(chatId)}/files`;
  useEffect(() => {
    let isHere = true;
    request<Changed>('GET', path).then(
      (got) => isHere && setChanged(got),
      (error) => isHere && setProblem(wordsOf(error)),
    );
    return () => {
      isHere = false;
    };
  }, [path]);
  const propose = () => {
    onLeave();
    proposeQuestion(say('folder.none.question'));
  };
  const hasPatch = changed?.files.some(({ diff }) => diff) ?? false;
  return (
    <section aria-label={say('folder.changed')}>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium text-14">{say('folder.changed')}</h3>
        {hasPatch && (
          <a className={buttonClass('outline', 'md:h-8 md:text-13')} href={`${path}?format=patch`} download>
            {say('folder.patch')}
          </a>
        )}
      </div>
      {problem !== '' && (
        <p role="alert" className="mt-2 text-13 text-failed">
          {problem}
        </p>
      )}
      {changed?.files.length === 0 && (
        <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
          <p className="text-13 text-muted">{say('folder.none')}</p>
          <Button onClick={propose}>{say('folder.none.act')}</Button>
        </div>
      )}
      {changed?.files.map((file) => (
        <FileDifference key={file.path} file={file} />
      ))}
      {changed?.isCut && <p className="mt-2 text-13 text-muted">{say('folder.cut')}</p>}
    </section>
  );
}
