/** One hint of a tool, in words, with a small icon. */
import {
  CircleMinus,
  Earth,
  Eye,
  History,
  House,
  type LucideIcon,
  Pencil,
  Repeat,
  ShieldOff,
  Trash2,
} from 'lucide-react';
import type { Badge } from './approval/approval-words';

const ICONS: Record<Badge['sort'], LucideIcon> = {
  destroys: Trash2,
  writes: Pencil,
  reads: Eye,
  once: History,
  repeatable: Repeat,
  inside: House,
  outside: Earth,
  ignored: ShieldOff,
  blind: CircleMinus,
};

export function AnnotationBadge({ badge }: { badge: Badge }) {
  const Icon = ICONS[badge.sort];
  return (
    <li className="inline-flex h-6 items-center gap-1.5 rounded-badge border border-card-line px-[7px] text-12 text-card-ink-2 max-md:h-5 max-md:gap-1 max-md:border-0 max-md:px-0">
      <Icon aria-hidden size={13} strokeWidth={1.75} />
      {badge.words}
    </li>
  );
}
