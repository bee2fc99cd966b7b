'use client';
/** The person's own sign-ins at other servers: for members, who have no page of servers. */
import { OutcomeLine } from '@/components/api/use-act';
import { SettingsPage } from '@/components/shell/settings-page';
import { ShownText } from '@/components/shown/shown-text';
import { visibleString } from '@/components/shown/visible-text';
import { EmptyPlace } from '@/components/ui/empty-place';
import { say } from '@/components/words/say';
import type { SignInsView } from '@/lib/sign-ins/sign-in-view';
import { SignInPanel } from './sign-in-panel';
import { useSignIns } from './use-sign-ins';

export function SignInsSettings({ signIns: initial }: { signIns: SignInsView }) {
  const { view, outcome, isBusy, out } = useSignIns(initial);
  return (
    <SettingsPage name="sign-ins" intro={say('sign-ins.intro')}>
      {view.signIns.length === 0 && (
        <EmptyPlace title={say('sign-ins.none')} why={say('sign-ins.none.why')} />
      )}
      {view.signIns.map((signIn) => (
        <section
          key={signIn.server}
          aria-label={visibleString(signIn.server)}
          className="mt-6 rounded-table border bg-raised px-4 py-4"
        >
          <h3 className="break-words font-semibold text-16">
            <ShownText text={signIn.server} />
          </h3>
          <p className="mt-0.5 mb-3 break-words text-13 text-muted">
            <ShownText text={signIn.host} />
          </p>
          <SignInPanel signIn={signIn} isBusy={isBusy} out={out} />
          <OutcomeLine outcome={outcome?.about === signIn.server ? outcome : null} />
        </section>
      ))}
    </SettingsPage>
  );
}
