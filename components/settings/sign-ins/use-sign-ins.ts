'use client';
/** The current state of the sign-ins, and the outcomes of actions on them in words. */
import { useAct } from '@/components/api/use-act';
import { useResource } from '@/components/shell/use-resource';
import { setWay, signOut } from '@/components/tool-call/sign-in/sign-ins-api';
import { say } from '@/components/words/say';
import type { SignInsView, SignInView } from '@/lib/sign-ins/sign-in-view';

export type SignIns = ReturnType<typeof useSignIns>;

export function useSignIns(initial: SignInsView) {
  const { view, take, refresh } = useResource('/api/servers/sign-in', initial, 'servers');
  const { doing, outcome, act } = useAct();
  const out = ({ server, forTeam }: SignInView) =>
    act(server, '', async () => {
      await signOut(server);
      refresh();
      return say(forTeam ? 'sign-ins.team-out' : 'sign-ins.is-out', { server });
    });
  const way = (server: string, asked: { forTeam: boolean; namesResource: boolean }) =>
    act(server, say('form.not-saved'), async () => {
      take(await setWay(server, asked));
      return say('form.saved');
    });
  return { view, outcome, isBusy: doing !== null, out, way };
}
