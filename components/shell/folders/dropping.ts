'use client';
/**
 * Chats are dragged by their rows: the payload of a drag, and a drop target for it. A chat's menu does the same by
 * keyboard.
 */
import { type DragEvent, useState } from 'react';

const CARRIED = 'application/x-amber-chat';

/** For `onDragStart` of a chat's row. */
export function carryChat(event: DragEvent, id: string): void {
  event.dataTransfer.setData(CARRIED, id);
  event.dataTransfer.effectAllowed = 'copyMove';
}

/** @param take is called with the id of the dropped chat */
export function useDrop(take: (chatId: string) => void) {
  const [isOver, setOver] = useState(false);
  const isChat = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes(CARRIED);
  const onDragOver = (event: DragEvent) => {
    if (!isChat(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'move';
    setOver(true);
  };
  const onDragLeave = (event: DragEvent<HTMLElement>) => {
    const isInside = event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget);
    if (!isInside) setOver(false);
  };
  const onDrop = (event: DragEvent) => {
    if (!isChat(event)) return;
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.getData(CARRIED));
  };
  return { isOver, target: { onDragOver, onDragLeave, onDrop } };
}
