/**
 * From this width on the side bar is beside the page; below, it is a sheet. The same as `md` in `tailwind.config.ts`.
 */
const WIDE = '(min-width: 720px)';

export function isWide(): boolean {
  return window.matchMedia(WIDE).matches;
}
