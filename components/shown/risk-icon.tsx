/**
 * Amber's own risk assessment of a call as an icon: an eye for reads, a pencil for writes, a triangle for destructive
 * calls.
 */
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

/** Decorative: the text beside it says the same. For an untrusted server the risk is unknown: a crossed-out shield. */
export function RiskIcon({ risk, trusted, size, className }: RiskIconProps) {
  const Icon = trusted ? ICONS[risk] : ShieldOff;
  return <Icon aria-hidden size={size} strokeWidth={1.75} className={className} />;
}
