'use client';
/**
 * Shown in place of a view that is missing or failed. Every page needs it and few show it, so it is loaded on demand.
 */
import { later } from '@/components/ui/later';

export const MissingView = later(async () => (await import('../missing')).Missing);
export const MissingShareView = later(async () => (await import('../missing')).MissingShare);
export const FailedView = later(async () => (await import('./failed-view')).FailedView);
