/** Text of a server, a model or a person as a card may show it: plain, and with nothing hidden in it. */
import { Fragment } from 'react';
import { escapeWords, hiddenNote, type VisiblePart, visibleParts } from './visible-text';
import { addressNote } from './written-address';

/**
 * The text with every hidden character as a framed escape. Isolated from the direction of what stands around
 * it. Line breaks and runs of spaces show where the surrounding element keeps white space.
 */
export function ShownText({ text }: { text: string }) {
  return <bdi>{withKeys(visibleParts(text))}</bdi>;
}

/** The same of a path or an address: where it has no room it breaks behind a slash first. */
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
  // Parts have no identity but their place, and are drawn again with the text.
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

/** How many hidden characters the text above it holds; nothing when there are none. */
export function HiddenNote({ text }: { text: string }) {
  const note = hiddenNote(text);
  return note === null ? null : (
    <span className="block font-normal font-sans text-12 leading-[18px]">{note}</span>
  );
}

/** Where the addresses in the text above it lead, when that is not what they read as. */
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
