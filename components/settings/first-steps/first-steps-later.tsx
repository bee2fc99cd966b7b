'use client';
/** The first steps come apart from the page of a new chat: most people have taken them. */
import { later } from '@/components/ui/later';

export const FirstStepsLater = later(async () => (await import('./first-steps')).FirstSteps);
