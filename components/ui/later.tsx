'use client';
/**
 * A part of a page that is loaded on demand: it opens at a press, or is rare. Once loaded it renders at once;
 * `React.lazy` alone would show its fallback for a moment even then.
 */
import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { say } from '@/components/words/say';

interface Beside {
  /** Shown until it has loaded. */
  fallback?: ReactNode;
  /** Shown if it cannot be loaded, instead of a message that says so. */
  otherwise?: ReactNode;
}

export interface Later<Props> {
  (props: Props & Beside): ReactNode;
  /** Starts loading it, since it may be needed soon. Never throws; the same promise until it has failed. */
  prepare(): Promise<void>;
}

/** @param load resolves to the component; `fallback` is shown until it has loaded */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): Later<Props> {
  let here: ComponentType<Props> | undefined;
  const loaded = async () => {
    here = await load();
    return here;
  };
  // React caches a failure for good, so the next render must load afresh.
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
    // The same for as long as it is mounted: another one would start loading again.
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

/** A part that cannot be loaded must not take the page down with it. */
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
