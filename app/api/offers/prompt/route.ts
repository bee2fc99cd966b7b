/** A prompt of a server, filled in. Nothing is sent to the model: its text is shown to the person first. */
import { z } from 'zod';
import { endpoint, methods } from '@/lib/http/route';
import { getPrompt } from '@/lib/offerings/get-prompt';
import { name, offersFor, server, values } from '../context';

const body = z.strictObject({ server, name, values });

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    body,
    async handle({ caller, body, signal }) {
      return Response.json(await getPrompt(await offersFor(caller, signal), body), { status: 201 });
    },
  }),
});
