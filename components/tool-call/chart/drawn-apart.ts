'use client';
/** The chart library is as large as half the page: it is loaded when a chart is shown. */
import { later } from '@/components/ui/later';

export const ChartDrawing = later(async () => (await import('./chart-drawing')).ChartDrawing);
