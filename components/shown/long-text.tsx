'use client';
/**
 * A value that may be long: in full if short; otherwise three lines (`roomy`: twenty), and a button that says how much
 * there is.
 */
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useId, useState } from 'react';
import { say } from '@/components/words/say';
import { SeenEnd } from './seen-end';
import { AddressNote, HiddenNote, ShownText } from './shown-text';
import { ScrollBox } from './table/scroll-box';
import { countOf, isLong } from './table/value-rows';

/**
 * Three and twenty lines never need more; a text of megabytes must not be laid out only to be clipped. UTF-16 units.
 */
const BEGINNING = 1000;
const ROOMY_BEGINNING = 4000;

interface LongTextProps {
  text: string;
  /** The name of the text, for a screen reader: `notes`. */
  name: string;
  /** Called when a long text has been opened and the end of its container has come into view. */
  onOpened?: () => void;
  /** Classes of the button: the colours of its background. */
  buttonClass?: string;
  /** It is shown in a call's details, with room for about twenty lines. */
  roomy?: boolean;
}

export function LongText(props: LongTextProps) {
  const { text, name, onOpened, buttonClass = 'border-edge text-ink-2', roomy = false } = props;
  const [open, setOpen] = useState(false);
  const region = useId();
  if (!isLong(text, roomy)) {
    return (
      <>
        <div className="whitespace-pre-wrap break-words">
          <ShownText text={text} />
        </div>
        <HiddenNote text={text} />
        <AddressNote text={text} />
      </>
    );
  }
  const Chevron = open ? ChevronUp : ChevronDown;
  return (
    <>
      <FoldedText id={region} text={text} name={name} open={open} roomy={roomy} />
      {open && <SeenEnd onSeen={onOpened} />}
      <HiddenNote text={text} />
      <AddressNote text={text} />
      <button
        type="button"
        aria-expanded={open}
        aria-controls={region}
        onClick={() => setOpen(!open)}
        className={`mt-1.5 flex min-h-7 items-center gap-2 rounded-badge border px-2.5 font-medium font-sans text-13 max-md:min-h-11 ${buttonClass}`}
      >
        <Chevron aria-hidden size={13} strokeWidth={1.75} />
        {open ? say('text.less') : say('text.all', { count: countOf(text) })}
      </button>
    </>
  );
}

interface FoldedTextProps extends Pick<LongTextProps, 'text' | 'name'> {
  id: string;
  open: boolean;
  roomy: boolean;
}

/** Folded: its first lines. Open: all of it, in a region that can be scrolled by keyboard. */
function FoldedText({ id, text, name, open, roomy }: FoldedTextProps) {
  if (!open) {
    return (
      <div id={id} className={`${roomy ? 'line-clamp-20' : 'line-clamp-3'} whitespace-pre-wrap break-words`}>
        <ShownText text={text.slice(0, roomy ? ROOMY_BEGINNING : BEGINNING)} />
      </div>
    );
  }
  return (
    <ScrollBox
      focused
      id={id}
      name={`${name}, ${countOf(text)}`}
      className="max-h-72 overflow-y-auto whitespace-pre-wrap break-words"
    >
      <ShownText text={text} />
    </ScrollBox>
  );
}
