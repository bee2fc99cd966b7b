/** Requests a change of the person's address: a link is mailed to the new one. */
import { z } from 'zod';
import { askForAddress } from '@/lib/account/profile';
import { endpoint, methods } from '@/lib/http/route';
import { contextOf, PROOF } from '../factors/proof-shape';

const body = z.strictObject({
  email: z.email('must be an e-mail address such as "kim@halden.example"').max(254),
  ...PROOF,
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    auditors: true,
    body,
    async handle({ caller, body, request }) {
      await askForAddress(await contextOf(caller, request), body);
      return Response.json({ status: 'asked' }, { status: 202 });
    },
  }),
});
