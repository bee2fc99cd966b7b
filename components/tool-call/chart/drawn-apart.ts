'use client';
/** What draws charts is as large as half the page: it is loaded when one is shown. */
import { later } from '@/components/ui/later';

export const ChartDrawing = later(async () => (await import('./chart-drawing')).ChartDrawing);
