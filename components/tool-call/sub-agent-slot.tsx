'use client';
/**
 * What a sub-agent does, below the call that began it. The chat passes in the component that shows a conversation;
 * without one, such as in the record, the call stands alone.
 */
import { type ComponentType, createContext, type ReactNode, useContext } from 'react';
import type { Mode } from '@/lib/runs/chat-view';

export interface SubAgentProps {
  /** Id of the place where it works. */
  place: string;
  /** Of the call, for screen readers. */
  name: string;
  /** Of the open chat. */
  mode: Mode;
  /** Somebody wants to see it. */
  isOpen: boolean;
  /** It is inside the place of another one: on phones there is no room for further indentation. */
  isNested?: boolean;
  /** Called with whether something in it, or below it, waits for a person: then it is shown. */
  onWaits: (waits: boolean) => void;
}

/** Reports from a sub-agent's place whether anything waits there. */
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

/** Everything inside belongs to a sub-agent's place. */
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
