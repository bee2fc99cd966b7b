'use client';
/** The person's second factors, reloaded after each change, and the part of a change that is shown only once. */
import { useState } from 'react';
import { request } from '@/components/api/api';
import { useAct } from '@/components/api/use-act';
import type { FactorsView } from '@/lib/account/factors/factors-view';

export interface Codes {
  codes: string[] | null;
}

export function useFactors(initial: FactorsView, onChanged: () => Promise<void>) {
  const [factors, setFactors] = useState(initial);
  const [codes, setCodes] = useState<string[] | null>(null);
  const { doing, outcome, act } = useAct();
  const refresh = async (shown: string[] | null = null) => {
    if (shown) setCodes(shown);
    const fresh = await request<FactorsView>('GET', '/api/account/factors').catch(() => null);
    if (fresh) setFactors(fresh);
    await onChanged();
  };
  return { factors, codes, refresh, putAway: () => setCodes(null), doing, outcome, act };
}
