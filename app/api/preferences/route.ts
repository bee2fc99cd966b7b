/** The person's own preferences for their pages. */
import { z } from 'zod';
import { database } from '@/lib/database';
import { endpoint, methods } from '@/lib/http/route';
import { DENSITIES, knownZone, LOCALES, SKIPPABLE, TEXT_SIZES, THEMES } from '@/lib/people/preferences';
import { findPreferences, savePreferences } from '@/lib/store/settings/preferences';
import { instructionsShape } from '../instructions/shape';

const changes = z
  .strictObject({
    locale: z.enum(LOCALES).nullable(),
    zone: z
      .string()
      .refine((zone) => knownZone(zone) === zone, 'must be the name of a time zone such as "Europe/Berlin"')
      .nullable(),
    theme: z.enum(THEMES),
    density: z.enum(DENSITIES),
    textSize: z.enum(TEXT_SIZES),
    instructions: instructionsShape,
    memory: z.boolean(),
    skipped: z.array(z.enum(SKIPPABLE)).max(SKIPPABLE.length),
  })
  .partial()
  .refine((body) => Object.keys(body).length > 0, 'must name what is to change');

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    auditors: true,
    settingUp: true,
    async handle({ caller }) {
      const { db } = await database();
      return findPreferences(db, caller.userId);
    },
  }),
  PATCH: endpoint({
    auditors: true,
    settingUp: true,
    body: changes,
    async handle({ caller, body }) {
      const { db } = await database();
      await savePreferences(db, caller.userId, body);
      return findPreferences(db, caller.userId);
    },
  }),
});
