'use client';
/** The exact arguments of a call, or any other value, as rows of name and value. */
import { Fragment, useState } from 'react';
import { LongText } from '@/components/shown/long-text';
import { SeenEnd } from '@/components/shown/seen-end';
import { AddressNote, HiddenNote, ShownText } from '@/components/shown/shown-text';
import { ScrollBox } from '@/components/shown/table/scroll-box';
import { isLong, type ShownValue, type ValueRow } from '@/components/shown/table/value-rows';
import { visibleString } from '@/components/shown/visible-text';
import { say } from '@/components/words/say';

/** More rows than this wait behind a button. */
export const FIRST_ROWS = 100;

export interface RowLooks {
  /** The whole list, and a row of it. */
  list: string;
  row: string;
  name: string;
  value: string;
  button: string;
}

const PLAIN: RowLooks = {
  list: 'grid grid-cols-[fit-content(55%)_minmax(0,1fr)] gap-x-3.5 gap-y-0.5',
  row: 'contents',
  name: 'min-w-0 text-13 text-muted',
  value: 'min-w-0 text-13 text-ink',
  button: 'border-edge text-ink-2',
};

interface ValueListProps {
  rows: ValueRow[];
  looks?: RowLooks;
  /** Called with a row's path, or `ALL_ROWS`, when what was folded has been opened. */
  onOpened?: (what: string) => void;
  testId?: string;
  /** Long values have the room of a call's details. */
  roomy?: boolean;
  /** What people call what stands at a path; absent: it is called by its exact path, as where one decides. */
  nameOf?: ((path: string) => string) | undefined;
}

/** Stands for the rows behind the button, beside the paths of single values. */
export const ALL_ROWS = '(all values)';

/** What still has to be opened, as people know it: without the place that tells two lines of one label apart. */
export function unseenName(what: string): string {
  return what.endsWith(ALL_ROWS)
    ? say('call.all-values')
    : what.replace(/^(?:rehearsed |step \d+ )?(?:(?:preview|diff) \d+ (?=.))?/, '');
}

/**
 * Which of these rows must be opened before everything has been seen.
 * @param secretsToo masked values as well: a server that is not trusted chooses its arguments' names itself
 */
export function foldedOf(rows: ValueRow[], secretsToo: boolean): string[] {
  const folded = rows.filter(({ value }) => {
    if (value.kind === 'secret') return secretsToo;
    return value.kind !== 'placeholder' && isLong(value.text);
  });
  return [...folded.map((row) => row.path), ...(rows.length > FIRST_ROWS ? [ALL_ROWS] : [])];
}

export function ValueList({ rows, looks = PLAIN, onOpened, testId, roomy = false, nameOf }: ValueListProps) {
  const [all, setAll] = useState(false);
  const shown = all ? rows : rows.slice(0, FIRST_ROWS);
  const [only] = rows;
  const isNothing = rows.length === 1 && only?.path === '' && only.value.kind === 'placeholder';
  if (rows.length === 0 || isNothing) {
    return (
      <p data-testid={testId} className="text-13">
        {say('call.no-arguments')}
      </p>
    );
  }
  const openAll = () => {
    setAll(true);
    onOpened?.(ALL_ROWS);
  };
  return (
    <>
      <dl data-testid={testId} className={looks.list}>
        {shown.map((row) => (
          <div key={row.path} className={looks.row}>
            <dt
              title={nameOf && row.path}
              className={`break-words ${nameOf ? '' : 'font-mono'} ${looks.name}`}
            >
              {nameOf ? (
                <ShownText text={nameOf(row.path) || say('call.value')} />
              ) : (
                <ValueName name={row.path || say('call.value')} />
              )}
            </dt>
            <dd className={`${looks.value} ${isLong(row.value.text) ? 'max-md:basis-full' : ''}`}>
              <Value row={row} looks={looks} onOpened={onOpened} roomy={roomy} />
            </dd>
          </div>
        ))}
      </dl>
      {shown.length < rows.length && (
        <button
          type="button"
          onClick={openAll}
          className={`mt-1.5 min-h-7 rounded-badge border px-2.5 font-medium text-13 max-md:min-h-11 ${looks.button}`}
        >
          {say('call.show-values', { count: rows.length })}
        </button>
      )}
    </>
  );
}

interface ValueProps {
  row: ValueRow;
  looks: RowLooks;
  onOpened: ((what: string) => void) | undefined;
  roomy: boolean;
}

/** A plain name that needs two lines is broken between its words: `fileAbsolute/Path`, `lines[0]./unit_/price`. */
function ValueName({ name }: { name: string }) {
  if (!/^[\w$.[\]-]+$/.test(name)) return <ShownText text={name} />;
  const words = name.split(/(?<=[._\]-])(?=\w)|(?<=[a-z\d])(?=[A-Z])/);
  return (
    <bdi>
      {words.map((word, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a word is its place in the name
        <Fragment key={place}>
          {place > 0 && <wbr />}
          {word}
        </Fragment>
      ))}
    </bdi>
  );
}

function Value({ row, looks, onOpened, roomy }: ValueProps) {
  const { value, path } = row;
  if (value.kind === 'placeholder') return <span>{value.text}</span>;
  if (value.kind === 'secret') {
    return (
      <Secret
        text={value.text}
        placeholder={value.placeholder}
        name={visibleString(path)}
        buttonClass={looks.button}
        onOpened={() => onOpened?.(path)}
      />
    );
  }
  return (
    <div className={isExact(value) ? 'font-mono text-13' : ''}>
      <LongText
        text={value.text}
        name={visibleString(path)}
        onOpened={() => onOpened?.(path)}
        buttonClass={looks.button}
        roomy={roomy}
      />
    </div>
  );
}

interface SecretProps {
  text: string;
  placeholder: string;
  name: string;
  buttonClass: string;
  onOpened: () => void;
}

/** A masked value, which the person who decides may reveal: a name alone does not make it a secret. */
function Secret({ text, placeholder, name, buttonClass, onOpened }: SecretProps) {
  const [open, setOpen] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {open ? (
        <ScrollBox
          name={name}
          className="wrap-anywhere max-h-72 min-w-0 overflow-y-auto whitespace-pre-wrap font-mono text-13"
        >
          <ShownText text={text} />
        </ScrollBox>
      ) : (
        <span>{placeholder}</span>
      )}
      <button
        type="button"
        aria-expanded={open}
        aria-label={say(open ? 'secret.hide-it' : 'secret.show-it', { name })}
        onClick={() => setOpen(!open)}
        className={`min-h-7 rounded-badge border px-2.5 font-medium text-13 max-md:min-h-11 ${buttonClass}`}
      >
        {open ? say('secret.hide') : say('secret.show')}
      </button>
      {open && <SeenEnd onSeen={onOpened} />}
      {open && <HiddenNote text={text} />}
      {open && <AddressNote text={text} />}
    </div>
  );
}

/** Ids, numbers and addresses are read letter by letter; sentences are not. */
function isExact(value: ShownValue): boolean {
  return value.kind === 'exact' || !/\s/.test(value.text.trim());
}
