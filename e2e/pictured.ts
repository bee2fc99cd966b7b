/**
 * A page in its current state, checked by axe at both widths and in both themes; and screenshots for people, taken only
 * if `PICTURES` names a folder: `PICTURES=pictures npm run e2e -- SPEC`.
 */
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { findings, SCREENS } from './axe';

/** @param fullPage including everything that can be scrolled to */
export async function takePicture(page: Page, name: string, fullPage = false): Promise<void> {
  const folder = process.env.PICTURES;
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage });
}

/** Both widths in both themes; afterwards the page has its previous width. */
export async function takePictures(page: Page, name: string): Promise<void> {
  if (!process.env.PICTURES) return;
  const before = page.viewportSize();
  for (const width of [320, 1280]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await takePicture(page, `${name}-${width}-${colorScheme}`);
    }
  }
  if (before) await page.setViewportSize(before);
  await page.emulateMedia({ colorScheme: null });
}

export async function expectAccessible(page: Page, name: string): Promise<void> {
  for (const screen of SCREENS) {
    await page.setViewportSize(screen.viewport);
    await page.emulateMedia({ colorScheme: screen.colorScheme });
    await takePicture(page, `${name}-${screen.viewport.width}-one`, true);
    expect(await findings(page)).toEqual([]);
    await takePicture(page, `${name}-${screen.viewport.width}-other`, true);
  }
  await page.setViewportSize(SCREENS[0].viewport);
}

/** Each of these rows is at most so high, in pixels, at every width; afterwards the page is wide. */
export async function expectLow(rows: Locator, most: number): Promise<void> {
  for (const width of [320, 768, 1280]) {
    await rows.page().setViewportSize({ width, height: 800 });
    const highest = () => rows.evaluateAll((all) => Math.max(...all.map((row) => row.clientHeight)));
    await expect.poll(highest, { message: `${width} wide` }).toBeLessThanOrEqual(most);
  }
}
