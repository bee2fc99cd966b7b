/** Text of a server, a model or a person as a card may show it: plain, with hidden characters made visible. */
import { Fragment } from 'react';
import { escapeWords, hiddenNote, type VisiblePart, visibleParts } from './visible-text';
import { addressNote } from './written-address';

/**
 * The text with every hidden character as a framed escape, isolated from the text direction around it. Line breaks and
 * runs of spaces show if the surrounding element preserves white space.
 */
export function ShownText({ text }: { text: string }) {
  return <bdi>{withKeys(visibleParts(text))}</bdi>;
}

/** The same for a path or an address: it breaks after slashes first. */
export function ShownPath({ text }: { text: string }) {
  const steps = text.split(/(?<=\/)/);
  return (
    <bdi>
      {steps.map((step, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place in the path
        <Fragment key={place}>
          {withKeys(visibleParts(step))}
          <wbr />
        </Fragment>
      ))}
    </bdi>
  );
}

function withKeys(parts: VisiblePart[]) {
  // Parts have no identity except their position, and are re-rendered with the text.
  return parts.map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in the text
    <Fragment key={place}>{part.kind === 'text' ? part.text : <Escape {...part} />}</Fragment>
  ));
}

function Escape({ code, times }: { code: string; times: number }) {
  return (
    <span className="mx-0.5 inline-block whitespace-nowrap rounded-escape border border-current px-1 font-medium font-mono text-12 leading-4">
      {escapeWords(code, times)}
    </span>
  );
}

/** How many hidden characters the text above it contains; nothing if there are none. */
export function HiddenNote({ text }: { text: string }) {
  const note = hiddenNote(text);
  return note === null ? null : (
    <span className="block font-normal font-sans text-12 leading-[18px]">{note}</span>
  );
}

/** Where the addresses in the text above it really lead, if that differs from how they read. */
export function AddressNote({ text }: { text: string }) {
  const note = addressNote(text);
  return note === null ? null : (
    <span
      data-testid="address-note"
      className="block break-words font-medium font-sans text-12 leading-[18px]"
    >
      {note}
    </span>
  );
}
