'use client';
/** Where pages of servers (MCP Apps) may be shown: only in the chat of the person whose calls they show. */
import { createContext } from 'react';

/**
 * Puts a page's words into the composer, without sending anything.
 * @returns whether they are there
 */
export type TakeWords = (words: string) => boolean;

export const AppsShown = createContext<TakeWords | null>(null);
