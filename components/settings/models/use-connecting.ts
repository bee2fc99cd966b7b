'use client';
/** What an admin does about the team's own model, and in words what became of it. */
import { request } from '@/components/api/api';
import { useAct } from '@/components/api/use-act';
import { say } from '@/components/words/say';
import type { ModelsView } from '@/lib/models/model-view';

const PATH = '/api/models/own';

interface Entered {
  /** Empty: OpenAI itself. */
  baseUrl: string;
  model: string;
  /** Empty: the one before stays, if there is one. */
  key: string;
}

export type Connecting = ReturnType<typeof useConnecting>;

/** @param take is handed the models as they are afterwards */
export function useConnecting(take: (view: ModelsView) => void) {
  const { doing, outcome, act } = useAct();
  const connect = ({ baseUrl, model, key }: Entered) =>
    act('connect', '', async () => {
      const body = { model, ...(baseUrl && { baseUrl }), ...(key && { key }) };
      take(await request<ModelsView>('PUT', PATH, body));
      return say('own-model.done');
    });
  const remove = () =>
    act('remove', '', async () => {
      take(await request<ModelsView>('DELETE', PATH));
      return say('own-model.removed');
    });
  return { isBusy: doing !== null, outcome, connect, remove };
}
