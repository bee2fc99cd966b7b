/** Records of calls, before and after. Both throw `ApiError`. */
import type { ReadingView } from '@/lib/agent/readings/reading-view';
import { type Fetch, request } from './api';

const pathOf = (callId: string) => `/api/calls/${encodeURIComponent(callId)}/reading`;

export function readingOf(callId: string, call?: Fetch): Promise<ReadingView> {
  return request('GET', pathOf(callId), undefined, call);
}

/** Reads the record now. */
export function readRecord(callId: string, call?: Fetch): Promise<ReadingView> {
  return request('POST', pathOf(callId), undefined, call);
}
