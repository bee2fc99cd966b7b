/**
 * Sign-ins at servers: their state, and starting one. Starting redirects nobody: the answer says where the person would
 * go, and for what.
 */
import { z } from 'zod';
import { endpoint, methods } from '@/lib/http/route';
import { begin } from '@/lib/sign-ins/begin';
import { readSignIns } from '@/lib/sign-ins/read';
import { signInContextOf } from '../sign-in-context';

const body = z.strictObject({
  server: z.string().min(1).max(32),
  chatId: z.string().min(1).max(128).optional(),
  client: z
    .strictObject({ id: z.string().min(1).max(2000), secret: z.string().min(1).max(2000).optional() })
    .optional(),
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    handle: async ({ caller, request }) => readSignIns(await signInContextOf(caller, request)),
  }),
  POST: endpoint({
    body,
    handle: async ({ caller, body: asked, request }) => begin(await signInContextOf(caller, request), asked),
  }),
});
