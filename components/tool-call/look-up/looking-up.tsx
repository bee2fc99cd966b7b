'use client';
/** Looking up what a result names by its id: its menu offers what the server has for that, and orders the call that is chosen. */
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { wordsOf } from '@/components/api/api';
import { ShownText } from '@/components/shown/shown-text';
import { visibleString } from '@/components/shown/visible-text';
import { Menu, MenuItem } from '@/components/ui/menu';
import { ownWords } from '@/components/words/own-words';
import { say } from '@/components/words/say';
import type { LookUpTool } from '@/lib/runs/orders/look-up-view';
import { lookUpArgument } from './look-up-of';

/** What is looked up, by which argument of the server's tools. */
export interface LookedUp {
  server: string;
  argument: string;
  value: string;
}

/** Both throw `ApiError`; an order's answer stands at the end of the chat. */
export interface LookUp {
  toolsFor(of: LookedUp): Promise<LookUpTool[]>;
  order(of: LookedUp, tool: string): Promise<unknown>;
}

const LookUpContext = createContext<LookUp | null>(null);
/** Whose result it is. */
const OriginContext = createContext<{ server: string; tool: string } | null>(null);

/** @param lookUp absent: the reader may only read, or an answer is being written */
export function LookUpProvider({ lookUp, children }: { lookUp: LookUp | undefined; children: ReactNode }) {
  return <LookUpContext value={lookUp ?? null}>{children}</LookUpContext>;
}

interface OriginProps {
  server: string;
  tool: string;
  trusted: boolean;
  children: ReactNode;
}

export function LookUpOrigin({ server, tool, trusted, children }: OriginProps) {
  const origin = useMemo(() => (trusted ? { server, tool } : null), [server, tool, trusted]);
  return <OriginContext value={origin}>{children}</OriginContext>;
}

interface LookUpIdProps {
  /** Of the field, from the row or the record inwards. */
  path: readonly string[];
  value: unknown;
  /** What is shown where it cannot be looked up. */
  children: ReactNode;
}

/** The id as the button of its menu. */
export function LookUpId({ path, value, children }: LookUpIdProps) {
  const lookUp = useContext(LookUpContext);
  const origin = useContext(OriginContext);
  const argument = origin && lookUpArgument(path, value, origin.tool);
  if (!lookUp || !origin || !argument) return children;
  const of = { server: origin.server, argument, value: String(value) };
  return (
    <Menu
      label={say('look-up.menu', { id: of.value })}
      align="start"
      face={children}
      buttonClass="max-w-full rounded-escape text-left underline decoration-edge decoration-dotted underline-offset-2 hover:decoration-ink max-md:min-h-11"
    >
      <Offered of={of} lookUp={lookUp} />
    </Menu>
  );
}

/** Asked for when the menu opens. */
function Offered({ of, lookUp }: { of: LookedUp; lookUp: LookUp }) {
  const [found, setFound] = useState<{ tools: LookUpTool[]; problem?: string } | null>(null);
  const { server, argument, value } = of;
  useEffect(() => {
    let isGone = false;
    lookUp
      .toolsFor({ server, argument, value })
      .then((tools) => ({ tools }))
      .catch((error: unknown) => ({ tools: [], problem: wordsOf(error) }))
      .then((now) => !isGone && setFound(now));
    return () => {
      isGone = true;
    };
  }, [lookUp, server, argument, value]);
  if (!found?.tools.length) {
    const words = found ? (found.problem ?? say('look-up.none')) : say('look-up.looking');
    // Only what the menu holds is said in it.
    return (
      <MenuItem onSelect={() => undefined}>
        <span className="text-muted">{words}</span>
      </MenuItem>
    );
  }
  return found.tools.map(({ name, title }) => {
    const words = ownWords(of, title);
    return (
      <MenuItem key={name} onSelect={() => void lookUp.order(of, name)}>
        <span className="min-w-0 truncate" title={visibleString(words)}>
          <ShownText text={words} />
        </span>
      </MenuItem>
    );
  });
}
