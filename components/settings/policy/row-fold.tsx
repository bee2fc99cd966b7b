'use client';
/**
 * In a narrow container a tool's fields are folded: dozens of tools with six fields each would make the page endless.
 */
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Icon } from '@/components/ui/icon';
import { say } from '@/components/words/say';

interface Fold {
  isOpen: boolean;
  /** There are unsaved changes, so it stays open. */
  isFixed: boolean;
  toggle: () => void;
}

/** @param id of the row */
export function useFold(id: string, isUnsaved: boolean): Fold {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    // A row that a link leads to is open; after saving, a row stays open, with the focus in it.
    if (isUnsaved || decodeURIComponent(window.location.hash.slice(1)) === id) setOpen(true);
  }, [id, isUnsaved]);
  return { isOpen: isOpen || isUnsaved, isFixed: isUnsaved, toggle: () => setOpen(!isOpen) };
}

interface FoldButtonProps extends Fold {
  /** Of the tool. */
  name: string;
  /** Id of the element that it opens. */
  controls: string;
}

export function FoldButton({ name, controls, isOpen, isFixed, toggle }: FoldButtonProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={controls}
      aria-label={say('policy.unfold', { name })}
      disabled={isFixed}
      onClick={toggle}
      className="-my-2 -mr-2 flex size-11 shrink-0 items-center justify-center rounded-control text-muted hover:bg-hover @min-[46rem]:hidden"
    >
      <Icon of={isOpen ? ChevronDown : ChevronRight} />
    </button>
  );
}
