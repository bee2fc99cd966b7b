/**
 * The one way to render an icon: lucide's shapes with our stroke, hidden from screen readers (there is text beside it).
 */
import type { LucideIcon } from 'lucide-react';

export interface IconProps {
  of: LucideIcon;
  /** Edge in px: 16 in rows, 20 on the card and in a phone's top bar, 13 in badges. */
  size?: number;
  className?: string;
}

export function Icon({ of: Shape, size = 16, className }: IconProps) {
  return <Shape size={size} strokeWidth={1.75} className={className ?? 'shrink-0'} aria-hidden="true" />;
}
