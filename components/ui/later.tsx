'use client';
/**
 * A part of a page that is loaded apart from it: what opens at a press, or is rare. Once it is there it is drawn at
 * once; `React.lazy` alone would show its fallback for a moment even then.
 */
import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { say } from '@/components/words/say';

interface Beside {
  /** Stands until it has loaded. */
  fallback?: ReactNode;
  /** Stands where it cannot be loaded, in the place of words that say so. */
  otherwise?: ReactNode;
}

export interface Later<Props> {
  (props: Props & Beside): ReactNode;
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
  const Part = ({ fallback = null, otherwise, ...rest }: Props & Beside) => {
    // The same for as long as it is shown: another one would start loading again.
    const [Drawn] = useState<ComponentType<Props>>(() => here ?? Lazy);
    return (
      <MayFail otherwise={otherwise}>
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
class MayFail extends Component<{ children: ReactNode; otherwise: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    if (this.props.otherwise !== undefined) return this.props.otherwise;
    return (
      <p role="alert" className="text-13">
        {say('failure.part')}
      </p>
    );
  }
}
