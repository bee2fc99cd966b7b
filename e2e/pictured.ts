/** A page as it stands, looked at by axe at both widths and in both themes, with pictures of each for people to look at. */
import { expect, type Page, test } from '@playwright/test';
import { findings, SCREENS } from './axe';

export async function expectAccessible(page: Page, name: string): Promise<void> {
  for (const screen of SCREENS) {
    await page.setViewportSize(screen.viewport);
    await page.emulateMedia({ colorScheme: screen.colorScheme });
    const picture = (theme: string) =>
      page.screenshot({
        path: test.info().outputPath(`${name}-${screen.viewport.width}-${theme}.png`),
        fullPage: true,
      });
    await picture('one');
    expect(await findings(page)).toEqual([]);
    await picture('other');
  }
  await page.setViewportSize(SCREENS[0].viewport);
}
