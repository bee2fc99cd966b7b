'use client';
/**
 * Under the call that began it: what a sub-agent does. How a conversation is shown is the chat's matter, which is handed in
 * here; where nothing is, such as in the record, the call stands alone.
 */
import { type ComponentType, createContext, type ReactNode, useContext } from 'react';
import type { Mode } from '@/lib/runs/chat-view';

export interface SubAgentProps {
  /** Id of the place where it works. */
  place: string;
  /** Of the call, for those who hear the page. */
  name: string;
  /** Of the chat that is open. */
  mode: Mode;
  /** Somebody wants to see it. */
  isOpen: boolean;
  /** It stands in the place of another: on phones there is no room to step further in. */
  isNested?: boolean;
  /** Told whether something in it, or below it, waits for a person: it is shown then. */
  onWaits: (waits: boolean) => void;
}

/** Told by a sub-agent's place whether anything waits there. */
type TellAbove = (place: string, waits: boolean) => void;

const Shown = createContext<ComponentType<SubAgentProps> | null>(null);
const Above = createContext<TellAbove | null>(null);

/** What shows sub-agents from here on. */
export function SubAgentsShownBy({
  part,
  children,
}: {
  part: ComponentType<SubAgentProps>;
  children: ReactNode;
}) {
  return <Shown value={part}>{children}</Shown>;
}

/** What stands below is in a sub-agent's place. */
export function Below({ tell, children }: { tell: TellAbove; children: ReactNode }) {
  return <Above value={tell}>{children}</Above>;
}

export function SubAgentSlot({ onWaits, ...props }: SubAgentProps) {
  const SubAgent = useContext(Shown);
  const tell = useContext(Above);
  if (!SubAgent) return null;
  return (
    <SubAgent
      {...props}
      isNested={tell !== null}
      onWaits={(waits) => {
        onWaits(waits);
        tell?.(props.place, waits);
      }}
    />
  );
}
