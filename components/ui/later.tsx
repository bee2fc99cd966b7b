'use client';
/**
 * A part of a page that is loaded apart from it: what opens at a press, or is rare. Once it is there it is drawn at
 * once; `React.lazy` alone would show its fallback for a moment even then.
 */
import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { say } from '@/components/words/say';

export interface Later<Props> {
  (props: Props & { fallback?: ReactNode }): ReactNode;
  /** Begins to load it: it may be wanted soon. Never throws; the same promise until it has failed. */
  prepare(): Promise<void>;
}

/** @param load gives the component; `fallback` is shown until it has loaded */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): Later<Props> {
  let here: ComponentType<Props> | undefined;
  const loaded = async () => {
    here = await load();
    return here;
  };
  // React keeps a failure for good: what is shown the next time must ask anew.
  const fresh = () =>
    lazy(async () => {
      try {
        return { default: await loaded() };
      } catch (error) {
        Lazy = fresh();
        throw error;
      }
    }) as unknown as ComponentType<Props>;
  let Lazy = fresh();
  const Part = ({ fallback = null, ...rest }: Props & { fallback?: ReactNode }) => {
    // The same for as long as it is shown: another one would start loading again.
    const [Drawn] = useState<ComponentType<Props>>(() => here ?? Lazy);
    return (
      <MayFail>
        <Suspense fallback={fallback}>
          <Drawn {...(rest as Props)} />
        </Suspense>
      </MayFail>
    );
  };
  let preparing: Promise<void> | undefined;
  const prepare = () => {
    preparing ??= loaded().then(
      () => undefined,
      () => {
        preparing = undefined;
      },
    );
    return preparing;
  };
  return Object.assign(Part, { prepare });
}

/** A part that cannot be loaded must not take the page with it. */
class MayFail extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <p role="alert" className="text-13">
        {say('failure.part')}
      </p>
    );
  }
}
