/** Offers an authenticator app; and turns off the existing one. */
import { offerApp, removeApp } from '@/lib/account/factors/own-factors';
import { endpoint, methods } from '@/lib/http/route';
import { contextOf, Proof } from '../proof-shape';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    auditors: true,
    settingUp: true,
    body: Proof,
    async handle({ caller, body, request }) {
      return offerApp(await contextOf(caller, request), body);
    },
  }),
  DELETE: endpoint({
    auditors: true,
    body: Proof,
    async handle({ caller, body, request }) {
      await removeApp(await contextOf(caller, request), body);
    },
  }),
});
