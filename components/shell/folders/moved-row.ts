'use client';
/** A chat's row that its own menu sends to another group is drawn anew there: the keyboard goes along. */
import { type RefObject, useEffect } from 'react';
import { takeFocusOver } from '@/components/shown/take-focus';

/** The chat whose row is on its way. */
let moving: string | null = null;

/** @param move sends the row of this chat elsewhere */
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
    // In a narrow window it stands twice: in the sheet, and in the bar beside the page, which is not drawn there.
    if (moving !== chatId || !menu || menu.getClientRects().length === 0) return;
    moving = null;
    takeFocusOver(menu);
  }, [chatId, row]);
}
