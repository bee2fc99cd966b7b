/** The README's animation: the main story in a few seconds, from the running app, as an animated WebP. */
import { writeFileSync } from 'node:fs';
import sharp from 'sharp';

/** The width at which a README is shown. */
const SIZE = { width: 960, height: 600 };
/** Slightly more of the page than fits at its own size. */
export const VIEW = { width: 1120, height: 700 };
/** It moves for longer than five seconds, so it must not loop for ever. */
const LOOPS = 2;
const QUESTION = 'Delete customer Halden Optics';

/**
 * @param {import('@playwright/test').Page} page of the demo, signed out
 * @param {string} url of the app
 * @param {string} file to be written
 */
export async function takeStory(page, url, file) {
  const frames = [];
  const take = async (delay) => frames.push({ picture: await page.screenshot({ caret: 'hide' }), delay });
  await page.goto(`${url}/sign-in`);
  await page.getByRole('button', { name: /member/i }).click();
  const composer = page.getByRole('textbox', { name: 'Message' });
  await composer.waitFor();
  await page.mouse.move(0, 0);
  await take(1400);
  for (const part of [7, 16, QUESTION.length]) {
    await composer.fill(QUESTION.slice(0, part));
    await take(part === QUESTION.length ? 900 : 220);
  }
  await composer.press('Enter');
  const card = page.getByTestId('approval-card');
  const confirm = card.getByRole('button', { name: 'Confirm' });
  await confirm.and(page.locator(':enabled')).waitFor();
  await take(3800);
  await confirm.hover();
  await take(700);
  await confirm.click();
  await page.getByTestId('approval-decision').waitFor();
  await page.getByRole('button', { name: 'Send' }).waitFor();
  await page.mouse.move(0, 0);
  await take(3600);
  const { length } = await write(frames, file);
  return { frames: frames.length, bytes: length };
}

async function write(frames, file) {
  const small = frames.map(({ picture }) => sharp(picture).resize(SIZE).png().toBuffer());
  const moving = await sharp(await Promise.all(small), { join: { animated: true } })
    .webp({
      nearLossless: true,
      quality: 60,
      effort: 6,
      loop: LOOPS,
      delay: frames.map(({ delay }) => delay),
    })
    .toBuffer();
  writeFileSync(file, moving);
  return moving;
}
