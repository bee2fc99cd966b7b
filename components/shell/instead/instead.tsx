'use client';
/** What stands in a view's place when there is none. Each page has to be ready for it and few show it: it is loaded when it is needed. */
import { later } from '@/components/ui/later';

export const MissingView = later(async () => (await import('../missing')).Missing);
export const MissingShareView = later(async () => (await import('../missing')).MissingShare);
export const FailedView = later(async () => (await import('./failed-view')).FailedView);
