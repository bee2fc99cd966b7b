'use client';
/** In a narrow place what can be set of a tool is folded: dozens of tools with six fields each would have no end. */
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Icon } from '@/components/ui/icon';
import { say } from '@/components/words/say';

interface Fold {
  isOpen: boolean;
  /** Something is set that is not saved yet: it stays in sight. */
  isFixed: boolean;
  toggle: () => void;
}

/** @param id of the row */
export function useFold(id: string, isUnsaved: boolean): Fold {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    // Whoever was led to this row finds it open; what was set stays open once it is saved, with the keyboard in it.
    if (isUnsaved || decodeURIComponent(window.location.hash.slice(1)) === id) setOpen(true);
  }, [id, isUnsaved]);
  return { isOpen: isOpen || isUnsaved, isFixed: isUnsaved, toggle: () => setOpen(!isOpen) };
}

interface FoldButtonProps extends Fold {
  /** Of the tool. */
  name: string;
  /** Id of what it opens. */
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
