/** An empty page or list: what would be here, and what to do next. */
import type { ReactNode } from 'react';

interface EmptyPlaceProps {
  title: ReactNode;
  /** One sentence. */
  why?: ReactNode;
  /** One action. */
  children?: ReactNode;
}

export function EmptyPlace({ title, why, children }: EmptyPlaceProps) {
  return (
    <div className="mt-6 rounded-table border bg-raised px-4 py-6">
      <p className="font-medium text-14">{title}</p>
      {why && <p className="mt-1 max-w-prose text-14 text-muted">{why}</p>}
      {children && <div className="mt-4 flex flex-wrap gap-2">{children}</div>}
    </div>
  );
}
