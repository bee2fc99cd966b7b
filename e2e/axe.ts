/** What axe finds on a page as it stands, in both themes, and whether it scrolls sideways. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

type Options = Parameters<AxeBuilder['options']>[0];
type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'];

/** Of a page in which it has been brought. */
interface Axe {
  run(within: Document, options: Options): Promise<{ violations: Violations }>;
}

/** Each begins in another theme: over both a page is looked at with every rule in each. */
export const SCREENS = [
  { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { colorScheme: 'dark', viewport: { width: 320, height: 568 } },
] as const;

/** All that another theme can make different: its markup is the same. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * Looks at the page with every rule, and once more with the rules of colour in the other theme, which then stays.
 */
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
    // Of what passes one element a rule is told, and nobody reads that.
    resultTypes: ['violations'],
    ...(rules && { runOnly: { type: 'rule', values: rules } }),
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${id}, ${theme}: ${html.slice(0, 300)}`),
  );
}

/** Where a page was looked at before, axe is there still: to bring it takes as long as to look. */
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
    // What goes round and round never ends.
    const ending = document.getAnimations().filter((one) => {
      const end = Number(one.effect?.getComputedTiming().endTime ?? 0);
      return Number.isFinite(end);
    });
    return Promise.all(ending.map((one) => one.finished.catch(() => {}))).then(() => {});
  });
}

/** Light writing means a dark ground. */
async function isDark(page: Page): Promise<boolean> {
  const ink = await page.evaluate(() => getComputedStyle(document.body).color);
  const [red = 0, green = 0, blue = 0] = ink.match(/[\d.]+/g)?.map(Number) ?? [];
  return red + green + blue > 3 * 128;
}
