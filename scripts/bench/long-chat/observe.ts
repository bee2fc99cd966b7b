/** Runs in the page before anything else: records its long tasks, and when the composer accepts input. */

interface Observed {
  /** Since the page was requested, in milliseconds; null: not yet. */
  ready: number | null;
  tasks: { at: number; lasted: number }[];
  /** The time from which tasks count; undefined: since it was ready. */
  since?: number;
}

declare global {
  interface Window {
    bench: Observed;
  }
}

/** It is sent to the page as source text, so it may use nothing from outside. */
export function observe(): void {
  const observed: Observed = { ready: null, tasks: [] };
  window.bench = observed;
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      observed.tasks.push({ at: startTime, lasted: duration });
  }).observe({ type: 'longtask', buffered: true });
  const look = () => {
    const composer = document.querySelector('[data-composer]');
    // React has hydrated the element.
    const isTaken = composer && Object.keys(composer).some((key) => key.startsWith('__reactProps'));
    if (isTaken) observed.ready = performance.now();
    else setTimeout(look, 5);
  };
  look();
}
