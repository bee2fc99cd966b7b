'use client';
/** An admin's actions on the team's own model, and their outcomes in words. */
import { request } from '@/components/api/api';
import { useAct } from '@/components/api/use-act';
import { say } from '@/components/words/say';
import type { ModelsView } from '@/lib/models/model-view';

const PATH = '/api/models/own';

interface Entered {
  /** Empty: OpenAI itself. */
  baseUrl: string;
  model: string;
  /** Empty: the previous one stays, if there is one. */
  key: string;
}

export type Connecting = ReturnType<typeof useConnecting>;

/** @param take is called with the models after the change */
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
