'use client';
/**
 * Whether things in results can be looked up by their ids, and whose result it is; the buttons come with the results
 * (look-up-id.tsx).
 */
import { createContext, type ReactNode, useMemo } from 'react';
import type { LookUpTool } from '@/lib/runs/orders/look-up-view';

/** What is looked up, and by which argument of the server's tools. */
export interface LookedUp {
  server: string;
  argument: string;
  value: string;
}

/** Both throw `ApiError`; the result of an order appears at the end of the chat. */
export interface LookUp {
  toolsFor(of: LookedUp): Promise<LookUpTool[]>;
  order(of: LookedUp, tool: string): Promise<unknown>;
}

export const LookUpContext = createContext<LookUp | null>(null);
/** Whose result it is. */
export const OriginContext = createContext<{ server: string; tool: string } | null>(null);

/** @param lookUp absent: the reader may only read, or an answer is in progress */
export function LookUpProvider({ lookUp, children }: { lookUp: LookUp | undefined; children: ReactNode }) {
  return <LookUpContext value={lookUp ?? null}>{children}</LookUpContext>;
}

interface OriginProps {
  server: string;
  tool: string;
  trusted: boolean;
  children: ReactNode;
}

export function LookUpOrigin({ server, tool, trusted, children }: OriginProps) {
  const origin = useMemo(() => (trusted ? { server, tool } : null), [server, tool, trusted]);
  return <OriginContext value={origin}>{children}</OriginContext>;
}
