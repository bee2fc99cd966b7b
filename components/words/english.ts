/** Every word of Amber in English (British), by key. The keys are the catalogue's; other languages follow them. */
import { COMMON } from './english/common';
import { SIGN_IN } from './english/sign-in';

export const ENGLISH = { ...COMMON, ...SIGN_IN } as const;
