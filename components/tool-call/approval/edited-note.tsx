'use client';
/** On a card whose arguments were changed: who did it, and each field before and after. */
import { useState } from 'react';
import { LongText } from '@/components/shown/long-text';
import { HiddenNote, ShownText } from '@/components/shown/shown-text';
import { isLong } from '@/components/shown/table/value-rows';
import { visibleString } from '@/components/shown/visible-text';
import { say, sayWith } from '@/components/words/say';
import type { ApprovalView } from '@/lib/approvals/approval-view';
import { type Change, changerOf, changesOf, inSentence } from '../arguments/argument-changes';
import { SMALL_BUTTON } from '../card-frame';

export interface EditedNoteProps {
  approval: Pick<ApprovalView, 'edited' | 'input'>;
  viewer: { id: string } | undefined;
}

/** Further changes are behind a button; the arguments are listed below in any case. */
const FIRST_CHANGES = 20;

export function EditedNote({ approval: { edited, input }, viewer }: EditedNoteProps) {
  const [all, setAll] = useState(false);
  if (!edited) return null;
  const changes = changesOf(edited.before, input);
  const shown = all ? changes : changes.slice(0, FIRST_CHANGES);
  const who = changerOf(edited, viewer?.id);
  const by = edited.by.id === viewer?.id ? 'you' : 'other';
  return (
    <div
      data-testid="approval-edited"
      className="mb-2 border-card-edge border-l-2 pl-3 text-14 text-card-ink"
    >
      <p className="font-medium">
        {say(`edited.${by}-${changes.length > 0 ? 'changed' : 'and-back'}`, { who })}
      </p>
      <ul>
        {shown.map((change) => (
          <li key={change.path} className="wrap-anywhere">
            <ChangeText change={change} />
          </li>
        ))}
      </ul>
      {shown.length < changes.length && (
        <button type="button" onClick={() => setAll(true)} className={`mt-1 ${SMALL_BUTTON}`}>
          {say('edited.show-all', { count: changes.length })}
        </button>
      )}
    </div>
  );
}

function ChangeText({ change: { path, was, is } }: { change: Change }) {
  return (
    <>
      <span className="font-mono text-13">
        <ShownText text={path} />
      </span>{' '}
      {was === null ? say('edit.not-given') : <Side word="was" text={was} name={path} />},{' '}
      {is === null ? say('edit.left-out') : <Side word="is" text={is} name={path} />}
      <HiddenNote text={[path, was ?? '', is ?? ''].filter((text) => !isLong(text)).join(' ')} />
    </>
  );
}

/** Within the sentence; a long value is folded below it. */
function Side({ word, text, name }: { word: 'was' | 'is'; text: string; name: string }) {
  if (!isLong(text)) {
    return sayWith(`edited.${word}`, {
      value: () => (
        <span className="font-mono text-13">
          <ShownText text={inSentence(text)} />
        </span>
      ),
    });
  }
  return (
    <>
      {say(`edited.${word}-alone`)}
      <div className="pl-3">
        <LongText
          text={text}
          name={`${visibleString(name)} ${say(`edited.${word}-alone`)}`}
          buttonClass="border-card-ink text-card-ink"
        />
      </div>
    </>
  );
}
