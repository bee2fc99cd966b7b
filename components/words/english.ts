/** Every word of Amber in English (British), by key. The keys are the catalogue's; other languages follow them. */
import { COMMON } from './english/common';
import { HANDS } from './english/hands';
import { RESULTS } from './english/results';
import { SETTINGS } from './english/settings';
import { SIGN_IN } from './english/sign-in';

export const ENGLISH = {
  ...COMMON,
  ...HANDS,
  ...RESULTS,
  ...SETTINGS,
  ...SIGN_IN,
} as const;
