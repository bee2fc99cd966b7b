/** A challenge for the person's passkey before something is changed; valid once, and for nothing else. */
import { z } from 'zod';
import { PROVED } from '@/lib/account/factors/factors-view';
import { challengeFor } from '@/lib/account/factors/prove';
import { endpoint, methods } from '@/lib/http/route';
import { contextOf } from '../proof-shape';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    auditors: true,
    body: z.strictObject({ what: z.enum(PROVED), of: z.string().max(254).optional() }),
    async handle({ caller, body, request }) {
      return challengeFor(await contextOf(caller, request), body);
    },
  }),
});
