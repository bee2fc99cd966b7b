'use client';
/**
 * Looking up something that a result identifies by an id: its menu lists the server's tools for that, and orders the
 * chosen call.
 */
import { type ReactNode, useContext, useEffect, useState } from 'react';
import { wordsOf } from '@/components/api/api';
import { ShownText } from '@/components/shown/shown-text';
import { visibleString } from '@/components/shown/visible-text';
import { Menu, MenuItem } from '@/components/ui/menu';
import { ownWords } from '@/components/words/own-words';
import { say } from '@/components/words/say';
import type { LookUpTool } from '@/lib/runs/orders/look-up-view';
import { idsNamedBy, lookUpArgument } from './look-up-of';
import { type LookedUp, type LookUp, LookUpContext, OriginContext } from './looking-up';

interface LookUpIdProps {
  /** Of the field, from the row or the record inwards. */
  path: readonly string[];
  value: unknown;
  /** Shown if it cannot be looked up. */
  children: ReactNode;
}

/** The id as the button of its menu. */
export function LookUpId({ path, value, children }: LookUpIdProps) {
  const { lookUp, ofId } = useLookUp();
  const of = ofId(path, value);
  if (!lookUp || !of) return children;
  return (
    <LookUpMenu of={of} lookUp={lookUp}>
      {children}
    </LookUpMenu>
  );
}

interface LookUpNamedProps {
  path: readonly string[];
  /** The value at a path of the same row. */
  valueAt(path: string[]): unknown;
  /** As it is shown: the name of the button. */
  text: string;
  children: ReactNode;
}

/** A cell of a row: its id, or the name belonging to an adjacent id, even if the id's column is not shown. */
export function LookUpNamed({ path, valueAt, text, children }: LookUpNamedProps) {
  const { lookUp, ofId } = useLookUp();
  if (!lookUp) return children;
  const own = ofId(path, valueAt([...path]));
  if (own)
    return (
      <LookUpMenu of={own} lookUp={lookUp}>
        {children}
      </LookUpMenu>
    );
  const [of] = idsNamedBy(path).flatMap((id) => ofId(id, valueAt(id)) ?? []);
  if (!of) return children;
  return (
    <LookUpMenu of={of} lookUp={lookUp} name={visibleString(text)}>
      {children}
    </LookUpMenu>
  );
}

function useLookUp() {
  const lookUp = useContext(LookUpContext);
  const origin = useContext(OriginContext);
  const ofId = (path: readonly string[], value: unknown): LookedUp | undefined => {
    const argument = origin && lookUpArgument(path, value, origin.tool);
    return argument ? { server: origin.server, argument, value: String(value) } : undefined;
  };
  return { lookUp, ofId };
}

interface LookUpMenuProps {
  of: LookedUp;
  lookUp: LookUp;
  /** Its readable name. */
  name?: string;
  children: ReactNode;
}

function LookUpMenu({ of, lookUp, name, children }: LookUpMenuProps) {
  return (
    <Menu
      label={say('look-up.menu', { id: name ?? of.value })}
      faceIsName={name !== undefined}
      align="start"
      face={children}
      buttonClass="max-w-full rounded-escape text-left underline decoration-edge decoration-dotted underline-offset-2 hover:decoration-ink max-md:min-h-11"
    >
      <Offered of={of} lookUp={lookUp} />
    </Menu>
  );
}

/** Loaded when the menu opens. */
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
    // Announced only as contents of the menu.
    return (
      <MenuItem onSelect={() => undefined}>
        <span className="font-sans text-muted">{words}</span>
      </MenuItem>
    );
  }
  return found.tools.map(({ name, title }) => {
    const words = ownWords(of, title);
    return (
      <MenuItem key={name} onSelect={() => void lookUp.order(of, name)}>
        <span className="min-w-0 truncate font-sans" title={visibleString(words)}>
          <ShownText text={words} />
        </span>
      </MenuItem>
    );
  });
}
