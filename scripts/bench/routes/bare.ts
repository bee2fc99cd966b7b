/**
 * The baseline for Amber's route: the AI SDK and nothing else. No session, no database, no tools, and every delta sent
 * separately. It is copied only into the measured build (see `build.ts`).
 */
import { createOpenAI } from '@ai-sdk/openai';
import { convertToModelMessages, streamText, type UIMessage } from 'ai';

const { OPENAI_BASE_URL, OPENAI_MODEL = 'scripted' } = process.env;
const openai = createOpenAI({ baseURL: OPENAI_BASE_URL, apiKey: 'none' });

export async function POST(request: Request): Promise<Response> {
  const { messages } = (await request.json()) as { messages: UIMessage[] };
  const result = streamText({
    model: openai.responses(OPENAI_MODEL),
    messages: await convertToModelMessages(messages),
    providerOptions: { openai: { store: false } },
  });
  return result.toUIMessageStreamResponse();
}
