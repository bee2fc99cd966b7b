/** Instructions for every answer, as routes accept them. */
import { z } from 'zod';
import { LONGEST_INSTRUCTIONS } from '@/lib/people/preferences';

export const instructionsShape = z
  .string()
  .trim()
  .max(LONGEST_INSTRUCTIONS, `must have at most ${LONGEST_INSTRUCTIONS} characters`);
