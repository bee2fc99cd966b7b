'use client';
/** The first steps are loaded apart from the page of a new chat, because most people have completed them. */
import { later } from '@/components/ui/later';

export const FirstStepsLater = later(async () => (await import('./first-steps')).FirstSteps);
