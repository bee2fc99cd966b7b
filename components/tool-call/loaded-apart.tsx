'use client';
/** Parts of a tool call that are not needed at first: forms, details, and the rare card of an unknown outcome. */
import { later } from '../ui/later';

export const ArgumentForm = later(async () => (await import('./arguments/argument-form')).ArgumentForm);
export const GrantForm = later(async () => (await import('./grant/grant-form')).GrantForm);
export const CallDetails = later(async () => (await import('./call-details')).CallDetails);
export const BeforeAfter = later(async () => (await import('./reading/before-after')).BeforeAfter);
export const CallForms = later(async () => (await import('../elicitation/call-forms')).CallForms);
export const UnknownCallCard = later(
  async () => (await import('./unknown/unknown-call-card')).UnknownCallCard,
);
export const ShownResult = later(async () => (await import('./show/shown-result')).ShownResult);
export const HeldCall = later(async () => (await import('./hold/held-call')).HeldCall);
export const SignInOffers = later(async () => (await import('./sign-in/sign-in-offers')).SignInOffers);
export const AppSlot = later(async () => (await import('./app/app-slot')).AppSlot);
export const ResultMedia = later(async () => (await import('./result/result-media')).ResultMedia);
