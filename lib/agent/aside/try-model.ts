import 'server-only';
/** Sends a model a trivial request, to see whether it answers. */
import { streamText } from 'ai';
import { AppError } from '@/lib/errors';
import type { TurnModel } from '@/lib/models/turn-model';
import { seenModel } from '@/lib/seeing/model';
import { storable, withoutUnseen } from '@/lib/values/text';
import { errorText } from '../error-text';
import type { ModelTrial } from './model-trial';

const PATIENCE_MS = 30_000;
/** Reasoning models need more than the one word they say. */
const MAX_OUTPUT_TOKENS = 2_000;
const LONGEST = 200;

/**
 * @param isEntered it is not connected yet: errors are fixed where it was entered
 * @throws AppError unavailable: it does not answer, in words without a key or an address
 */
export async function tryModel(
  { model, providerOptions, isTeams }: Pick<TurnModel, 'model' | 'providerOptions' | 'isTeams'>,
  isEntered = false,
): Promise<ModelTrial> {
  const begun = performance.now();
  const patience = AbortSignal.timeout(PATIENCE_MS);
  try {
    let failure: unknown;
    const { text } = streamText({
      model: seenModel(model, 'aside'),
      providerOptions,
      prompt: 'Answer with the one word: ready',
      maxOutputTokens: MAX_OUTPUT_TOKENS,
      maxRetries: 0,
      abortSignal: patience,
      telemetry: { isEnabled: false },
      onError: ({ error }) => {
        failure = error;
      },
    });
    const said = await Promise.resolve(text).catch((error: unknown) => {
      throw failure ?? error;
    });
    if (failure) throw failure;
    const milliseconds = Math.round(performance.now() - begun);
    return { milliseconds, said: withoutUnseen(storable(said)).trim().slice(0, LONGEST) };
  } catch (error) {
    const isLate = patience.aborted;
    throw new AppError(
      'unavailable',
      isLate
        ? `It did not answer within ${PATIENCE_MS / 1000} seconds.`
        : errorText(error, 'admin', isEntered ? 'entered' : isTeams),
    );
  }
}
