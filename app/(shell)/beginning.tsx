/** First steps for a new team, shown above a new chat; nothing for teams past them, or in the demo. */
import type { ReactNode } from 'react';
import { FirstStepsLater } from '@/components/settings/first-steps/first-steps-later';
import { messagesFor, messagesOf } from '@/components/words/catalogue';
import { put } from '@/components/words/language';
import { AlsoSpeaking } from '@/components/words/say';
import { readFirstSteps } from '@/lib/beginnings/first-steps';
import { database } from '@/lib/database';
import { env } from '@/lib/env';
import type { Caller } from '@/lib/people/caller';
import { languageOfPage, preferencesOfPage } from '../language';
import type { chatProps } from './chat-props';

type Offered = Pick<Awaited<ReturnType<typeof chatProps>>, 'model' | 'suggestions'>;

export async function beginning(caller: Caller, { model, suggestions }: Offered): Promise<ReactNode> {
  if (env().demo) return null;
  const [{ db }, { skipped }, spoken] = await Promise.all([
    database(),
    preferencesOfPage(),
    languageOfPage(),
  ]);
  const view = await readFirstSteps(db, caller, skipped, !model.offline);
  if (!view) return null;
  // In words that the model understands.
  const asked = model.offline ? { locale: 'en' as const, messages: messagesOf('en') } : spoken;
  const invitation = put(asked, 'suggestion.invite', { address: '{address}' });
  return (
    <AlsoSpeaking messages={messagesFor(spoken.locale, 'first-steps')}>
      <FirstStepsLater
        view={view}
        skipped={skipped}
        question={suggestions[0]?.text ?? ''}
        invitation={invitation}
      />
    </AlsoSpeaking>
  );
}
