'use client';
/** Whether the page is hydrated yet: presses before that would be lost, so buttons wait for it. */
import { useSyncExternalStore } from 'react';

const never = () => () => {};

export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
