'use client';
/** Where pages of servers (MCP Apps) may be shown: in the chat of the person whose calls they show, and nowhere else. */
import { createContext } from 'react';

/** Puts words of a page into the composer, and sends nothing. @returns whether they stand there */
export type TakeWords = (words: string) => boolean;

export const AppsShown = createContext<TakeWords | null>(null);
