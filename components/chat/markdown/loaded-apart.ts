'use client';
/** What few answers have is loaded when one has it: the grammars of languages, and what sets formulas. */
import { later } from '@/components/ui/later';

export const CodeColours = later(async () => (await import('./code-colours')).CodeColours);
export const Formula = later(async () => (await import('./formula')).Formula);
