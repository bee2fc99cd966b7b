/** Every word of Amber in English (British), by key. The keys are the catalogue's; other languages follow them. */
import { COMMON } from './english/common';
import { RESULTS } from './english/results';
import { SIGN_IN } from './english/sign-in';

export const ENGLISH = { ...COMMON, ...RESULTS, ...SIGN_IN } as const;
