'use client';
/** A chat's row that is moved to another group by its own menu is mounted anew there: the focus follows it. */
import { type RefObject, useEffect } from 'react';
import { takeFocusOver } from '@/components/shown/take-focus';

/** The chat whose row is being moved. */
let moving: string | null = null;

/** @param move moves the row of this chat */
export async function movingRow(chatId: string, move: () => Promise<void>): Promise<void> {
  moving = chatId;
  try {
    await move();
  } catch (error) {
    moving = null;
    throw error;
  }
}

export function useMovedRow(chatId: string, row: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const menu = row.current?.querySelector<HTMLElement>('[aria-haspopup]');
    // In a narrow window it is rendered twice: in the sheet, and in the side bar, which is hidden there.
    if (moving !== chatId || !menu || menu.getClientRects().length === 0) return;
    moving = null;
    takeFocusOver(menu);
  }, [chatId, row]);
}
