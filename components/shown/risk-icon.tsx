/** The app's own judgement of a call as an icon: an eye reads, a pencil writes, a triangle destroys. */
import { Eye, Pencil, ShieldOff, TriangleAlert } from 'lucide-react';
import type { Risk } from '@/mcp/annotations';

interface RiskIconProps {
  risk: Risk;
  trusted: boolean;
  /** In pixels. */
  size: number;
  className?: string;
}

const ICONS = { 'read-only': Eye, write: Pencil, destructive: TriangleAlert } satisfies Record<Risk, unknown>;

/** Decoration: the words beside it say the same. Of an untrusted server nothing is known: a crossed shield. */
export function RiskIcon({ risk, trusted, size, className }: RiskIconProps) {
  const Icon = trusted ? ICONS[risk] : ShieldOff;
  return <Icon aria-hidden size={size} strokeWidth={1.75} className={className} />;
}
