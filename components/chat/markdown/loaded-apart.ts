'use client';
/** What few answers have is loaded when one has it: the grammars of languages, what sets formulas, what has diagrams drawn. */
import { later } from '@/components/ui/later';

export const CodeColours = later(async () => (await import('./code-colours')).CodeColours);
export const Formula = later(async () => (await import('./formula')).Formula);
export const Diagram = later(async () => (await import('./diagram/diagram')).Diagram);
