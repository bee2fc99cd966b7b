/** Offers an app that is to show codes; and turns the one there is off. */
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
