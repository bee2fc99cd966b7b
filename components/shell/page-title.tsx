'use client';
/** The browser tab's title, preceded by the number of cards that wait for this person's decision. */
import { useWorkspace } from './workspace';

export function PageTitle({ title }: { title: string }) {
  const { toDecide } = useWorkspace();
  return <title>{`${toDecide > 0 ? `(${toDecide}) ` : ''}${title} · Amber`}</title>;
}
