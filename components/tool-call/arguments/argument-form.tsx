'use client';
/**
 * Changing the arguments of a pending call: a form generated from the tool's schema, in place of the exact arguments.
 * It decides nothing; the result is a new card.
 */
import { useEffect, useRef, useState } from 'react';
import type { EditHandlers } from '@/components/api/edit';
import { errorWords } from '@/components/api/error-words';
import { onEscape } from '@/components/shown/on-escape';
import { ShownText } from '@/components/shown/shown-text';
import { takeFocus, takeFocusOver } from '@/components/shown/take-focus';
import { useDelayed } from '@/components/ui/use-delayed';
import { isOurs, ownWords, type Whose } from '@/components/words/own-words';
import { currentLanguage, say } from '@/components/words/say';
import type { ApprovalView } from '@/lib/approvals/approval-view';
import type { Draft } from '../approval/typing';
import { CARD_BUTTON } from '../card-frame';
import { labelOf } from '../table/labels';
import { ArgumentFieldRow } from './argument-field';
import { type ArgumentField, fieldsOf, inputOf } from './argument-fields';

/** Fields beyond this many are left alone: a schema may name thousands. */
const MOST_FIELDS = 100;

interface ArgumentFormProps {
  approval: Pick<ApprovalView, 'id' | 'server' | 'trusted'>;
  edits: EditHandlers;
  /** The typed text, possibly from the previous card. */
  draft: Draft;
  onChange(part: Partial<Draft>): void;
  /** The arguments stay as they were. */
  onClose(): void;
}

export function ArgumentForm(props: ArgumentFormProps) {
  const { approval, edits, draft, onClose } = props;
  const isCarriedOver = draft.cardId !== approval.id;
  const { fields, problem } = useFields(approval.id, edits);
  const isSlow = useDelayed(fields === null && problem === null);
  const form = useRef<HTMLFieldSetElement>(null);
  const [arrive] = useState(() => (isCarriedOver ? takeFocusOver : takeFocus));
  useEffect(() => arrive(form.current), [arrive]);
  useEffect(() => {
    // The form has grown, and keyboard users must see what can be changed.
    if (fields && form.current === document.activeElement) takeFocus(form.current);
  }, [fields]);
  return (
    <fieldset
      ref={form}
      tabIndex={-1}
      aria-label={say('edit.title')}
      data-testid="argument-form"
      onKeyDown={onEscape(onClose)}
      className="min-w-0 scroll-my-3 rounded-control"
    >
      {isCarriedOver && (
        <p role="status" className="mb-1 font-medium text-13">
          {say('edit.carried-over')}
        </p>
      )}
      {isSlow && <p className="text-13">{say('edit.asking')}</p>}
      {fields ? (
        <Fields {...props} fields={fields} />
      ) : (
        <>
          {problem !== null && <Problem words={problem} />}
          <LeaveButton onClick={onClose} disabled={false} />
        </>
      )}
    </fieldset>
  );
}

/** Null: not there yet, or there is a problem. */
function useFields(approvalId: string, edits: EditHandlers) {
  const [fields, setFields] = useState<ArgumentField[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [look] = useState(() => edits.look);
  useEffect(() => {
    let isGone = false;
    void look(approvalId).then((answer) => {
      if (isGone) return;
      if (answer.ok) setFields(fieldsOf(answer.schema, answer.input));
      else setProblem(answer.message);
    });
    return () => {
      isGone = true;
    };
  }, [approvalId, look]);
  return { fields, problem };
}

interface FieldsProps extends ArgumentFormProps {
  fields: ArgumentField[];
}

function Fields({ approval, edits, draft, onChange, onClose, fields }: FieldsProps) {
  const { texts } = draft;
  const [complaints, setComplaints] = useState<ReadonlyMap<string, string>>(new Map());
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const shown = fields.length > MOST_FIELDS ? fields.toSorted(byNeed).slice(0, MOST_FIELDS) : fields;
  const send = async () => {
    const read = inputOf(fields, texts);
    setProblem(null);
    setComplaints(read.ok ? new Map() : read.complaints);
    if (!read.ok) return;
    setBusy(true);
    const answer = await edits.send(approval.id, read.input);
    // If it was accepted, the form disappears together with the card.
    if (answer.ok) return;
    setProblem(answer.message);
    setBusy(false);
  };
  return (
    <>
      {shown.length === 0 && <p className="text-13">{say('edit.none')}</p>}
      {shown.map((field) => (
        <ArgumentFieldRow
          key={field.name}
          field={ownField(approval, field)}
          text={texts.get(field.name) ?? field.text}
          trusted={approval.trusted}
          complaint={complaints.get(field.name)}
          disabled={isBusy}
          hasKeyboard={draft.cardId !== approval.id && draft.at === field.name}
          onChange={(text) => onChange({ texts: new Map(texts).set(field.name, text), at: field.name })}
        />
      ))}
      {shown.length < fields.length && (
        <p className="text-13">{say('edit.more', { count: fields.length - shown.length })}</p>
      )}
      {problem !== null && <Problem words={refusalWords(problem, approval.trusted)} />}
      <div className="mt-2 flex flex-wrap gap-x-4">
        <button type="button" disabled={isBusy} onClick={send} className={CARD_BUTTON}>
          {isBusy ? say('edit.sending') : say('edit.send')}
        </button>
        <LeaveButton onClick={onClose} disabled={isBusy} />
      </div>
    </>
  );
}

/** Our own schemas have no titles: the field's name in the language of the page is used instead. */
function ownField(whose: Whose, field: ArgumentField): ArgumentField {
  const label = labelOf([field.name]);
  const title = ownWords(whose, label);
  const shown = isOurs(whose) ? { ...field, description: ownHint(whose, field.description) } : field;
  return title === label ? shown : { ...shown, title };
}

/**
 * Our schemas address models: the tool with which an id is found is of no use to people, and neither is English on a
 * page in another language.
 */
function ownHint(whose: Whose, description: string | null): string | null {
  if (description === null) return null;
  const said = ownWords(whose, description);
  if (said !== description) return said;
  return currentLanguage().locale === 'en' ? description.replace(/; find it with [\w ,]+$/, '') : null;
}

/** Fields that are present or required come first. */
function byNeed(one: ArgumentField, other: ArgumentField): number {
  const need = (field: ArgumentField) => Number(field.given !== undefined || field.required);
  return need(other) - need(one);
}

/** The server's refusal also addresses the model; that part is removed. */
function refusalWords(message: string, trusted: boolean): string {
  return errorWords(message, trusted).replace(/ Correct them and call again\.$/, '');
}

function LeaveButton({ onClick, disabled }: { onClick(): void; disabled: boolean }) {
  return (
    <button
      type="button"
      disabled={disabled}
      onClick={onClick}
      className="min-h-10 font-medium text-14 text-card-ink underline underline-offset-2 max-md:min-h-11"
    >
      {say('edit.leave')}
    </button>
  );
}

function Problem({ words }: { words: string }) {
  return (
    <p role="alert" className="wrap-anywhere mt-2 font-medium text-14 text-card-ink">
      <ShownText text={words} />
    </p>
  );
}
