'use client';
/** An empty chat: suggestions for this role and mode. A click sends one. */
import { ChevronRight, Eye, Hourglass, type LucideIcon, Pencil, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Viewer } from '@/components/shell/viewer';
import type { Key } from '@/components/words/language';
import { say } from '@/components/words/say';
import type { Mode } from '@/lib/runs/chat-view';
import type { Risk } from '@/mcp/annotations';
import { Icon } from '../ui/icon';
import type { Suggestion, WhatDestroys } from './suggestions';

const RISK_ICON: Record<Risk, LucideIcon> = {
  'read-only': Eye,
  write: Pencil,
  destructive: TriangleAlert,
};

export interface LandingProps {
  suggestions: Suggestion[];
  mode: Mode;
  role: Viewer['role'];
  whatDestroys: WhatDestroys;
  onPick: (text: string) => void;
  temporary: boolean;
  onTemporary: (temporary: boolean) => void;
  /** Above the suggestions. */
  children?: ReactNode;
}

export function Landing(props: LandingProps) {
  const { suggestions, onPick } = props;
  const isViewer = props.role === 'viewer';
  return (
    <>
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto px-4 pt-4 pb-6 md:px-6 md:pt-6">
        <div className="m-auto w-full max-w-column">
          <h2 className="text-24 font-semibold">{say(isViewer ? 'landing.viewer' : 'landing.others')}</h2>
          <p className="mt-1.5 text-14 text-muted md:text-16">{say(promiseOf(props))}</p>
          {props.children}
          <ul className="mt-4 border-t md:mt-6">
            {suggestions.map((suggestion) => (
              <li key={suggestion.text} className="border-b">
                <button
                  type="button"
                  onClick={() => onPick(suggestion.text)}
                  className="group flex min-h-[55px] w-full items-center gap-3.5 py-2.5 px-0.5 text-left md:py-1.5"
                >
                  <Icon
                    of={RISK_ICON[suggestion.risk]}
                    className="mt-1 shrink-0 self-start text-muted md:mt-0 md:self-auto"
                  />
                  <span className="min-w-0 flex-1 md:flex md:items-center md:gap-4">
                    <span className="block text-16 leading-[22px] text-ink md:flex-1">{suggestion.text}</span>
                    <span className="mt-0.5 block text-13 text-muted md:mt-0">{say(suggestion.effect)}</span>
                  </span>
                  <Icon of={ChevronRight} className="shrink-0 text-muted group-hover:text-ink" />
                </button>
              </li>
            ))}
          </ul>
        </div>
      </div>
      {/* Whatever is attached below stays visible, and nothing is hidden under it. If the list is cut off, its edge
          shows that it scrolls. */}
      <div className="mx-auto w-full max-w-column shrink-0 border-line px-4 pb-1 max-md:max-w-none max-md:border-t max-md:py-2 md:max-w-[728px] md:px-6">
        <TemporarySwitch {...props} />
      </div>
    </>
  );
}

/** What holds for this person in this mode, by the rules of the team. */
function promiseOf({ role, mode, whatDestroys }: LandingProps): Key {
  if (role === 'viewer') return 'landing.promise.viewer';
  if (mode !== 'default' || whatDestroys === 'asks') return `landing.promise.${mode}`;
  return `landing.promise.default.${whatDestroys}`;
}

function TemporarySwitch({ temporary, onTemporary }: Pick<LandingProps, 'temporary' | 'onTemporary'>) {
  return (
    <label className="inline-flex min-h-11 cursor-pointer items-center gap-2.5 text-13 text-ink-2 md:min-h-8">
      <input
        type="checkbox"
        checked={temporary}
        onChange={(event) => onTemporary(event.target.checked)}
        className="size-4 shrink-0 accent-ink"
      />
      <Icon of={Hourglass} size={16} className="shrink-0 text-muted" />
      <span>
        <span className="font-medium text-ink">{say('temporary.title')}</span> {say('temporary.means')}
      </span>
    </label>
  );
}
