/** The first code of the app that was offered: from now on the app is in use. */
import { z } from 'zod';
import { takeApp } from '@/lib/account/factors/own-factors';
import { endpoint, methods } from '@/lib/http/route';
import { Code, contextOf } from '../../proof-shape';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    auditors: true,
    settingUp: true,
    body: z.strictObject({ code: Code }),
    async handle({ caller, body: { code }, request }) {
      return { codes: await takeApp(await contextOf(caller, request), code) };
    },
  }),
});
