/** The findings of axe on a page in its current state, in both themes, and whether it scrolls sideways. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

type Options = Parameters<AxeBuilder['options']>[0];
type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'];

/** On a page into which it has been injected. */
interface Axe {
  run(within: Document, options: Options): Promise<{ violations: Violations }>;
}

/** They begin with different themes: between them, every rule is checked in each theme. */
export const SCREENS = [
  { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { colorScheme: 'dark', viewport: { width: 320, height: 568 } },
] as const;

/** Everything that a theme can change: the markup is the same. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** Checks the page with every rule, and then the colour rules in the other theme, which stays active. */
export async function findings(page: Page): Promise<string[]> {
  await expect(page.getByRole('main')).toBeVisible();
  const all = await analysed(page);
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  await switchTheme(page);
  const colours = await analysed(page, COLOURS);
  return [...all, ...colours, ...(sideways ? ['it scrolls sideways'] : [])];
}

async function analysed(page: Page, rules?: string[]): Promise<string[]> {
  const theme = (await isDark(page)) ? 'dark' : 'light';
  const violations = await violationsOf(page, {
    // For rules that pass only one element is reported, since nobody reads those.
    resultTypes: ['violations'],
    ...(rules && { runOnly: { type: 'rule', values: rules } }),
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${id}, ${theme}: ${html.slice(0, 300)}`),
  );
}

/** On a page that was checked before, axe is still loaded: injecting it takes as long as a check. */
async function violationsOf(page: Page, options: Options): Promise<Violations> {
  const again = page.evaluate(async (options) => {
    const axe: Axe | undefined = Reflect.get(window, 'axe');
    return (await axe?.run(document, options))?.violations;
  }, options);
  // Legacy mode only leaves out what pages with frames need, and there are none.
  return (
    (await again) ?? (await new AxeBuilder({ page }).setLegacyMode().options(options).analyze()).violations
  );
}

async function switchTheme(page: Page): Promise<void> {
  const dark = await isDark(page);
  await page.emulateMedia({ colorScheme: dark ? 'light' : 'dark' });
  await expect.poll(() => isDark(page)).toBe(!dark);
  await page.evaluate(() => {
    // Endless animations never finish.
    const ending = document.getAnimations().filter((one) => {
      const end = Number(one.effect?.getComputedTiming().endTime ?? 0);
      return Number.isFinite(end);
    });
    return Promise.all(ending.map((one) => one.finished.catch(() => {}))).then(() => {});
  });
}

/** Light text means a dark background. */
async function isDark(page: Page): Promise<boolean> {
  const ink = await page.evaluate(() => getComputedStyle(document.body).color);
  const [red = 0, green = 0, blue = 0] = ink.match(/[\d.]+/g)?.map(Number) ?? [];
  return red + green + blue > 3 * 128;
}
