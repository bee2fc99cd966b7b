'use client';
/** Rarely needed code, loaded on demand: grammars of languages, formulas, diagrams. */
import { later } from '@/components/ui/later';

export const CodeColours = later(async () => (await import('./code-colours')).CodeColours);
export const Formula = later(async () => (await import('./formula')).Formula);
export const Diagram = later(async () => (await import('./diagram/diagram')).Diagram);
