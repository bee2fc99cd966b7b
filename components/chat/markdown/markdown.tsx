'use client';
/**
 * The text of an answer. What lays it out is loaded apart from the page (it is as large as the page itself). Until it
 * is there the text keeps its place unseen; should that take long, or fail, it stands as it was written.
 */
import { Component, lazy, memo, type ReactNode, Suspense } from 'react';
import { useHydrated } from '@/components/ui/use-hydrated';
import { isLight, mayLayOut } from './markdown-cost';

const load = () => import('./markdown-layout');
const MarkdownLayout = lazy(load);

/** Begins to load it: an answer is about to come. A page on which nobody has asked anything does without. */
export function prepareMarkdown(): void {
  void load().catch(() => undefined);
}

interface MarkdownProps {
  text: string;
  /** More of the text is still to come. */
  streaming: boolean;
  /** It was broken off: what was begun is drawn as if it were closed. */
  cut?: boolean;
  /** Stands where the page opens: the server lays it out, too, when that is light. */
  recent?: boolean;
}

export function Markdown({ text, streaming, cut = false, recent = true }: MarkdownProps) {
  const isBrowser = useHydrated();
  const isLaidOut = isBrowser ? mayLayOut(text) : recent && isLight(text);
  if (isLaidOut) return <LaidOut {...{ text, streaming, cut }} />;
  return <AsWritten text={text} isAwaited={!isBrowser && mayLayOut(text)} />;
}

type LaidOutProps = Required<Pick<MarkdownProps, 'text' | 'streaming' | 'cut'>>;

/**
 * Drawn again only where the text is another: what the server laid out stands in HTML before what lays it out is loaded,
 * and React gives it up for the fallback when its boundary is drawn again meanwhile.
 */
const LaidOut = memo(({ text, streaming, cut }: LaidOutProps) => (
  <KeepPlain plain={<AsWritten text={text} />}>
    <Suspense fallback={<AsWritten text={text} isAwaited />}>
      <MarkdownLayout text={text} streaming={streaming} cut={cut} />
    </Suspense>
  </KeepPlain>
));

/** @param isAwaited what lays it out comes at once */
function AsWritten({ text, isAwaited = false }: { text: string; isAwaited?: boolean }) {
  return (
    <p
      dir="auto"
      className={`max-w-[34rem] whitespace-pre-wrap break-words text-16 text-ink ${isAwaited ? 'appears-late' : ''}`}
    >
      {text}
    </p>
  );
}

/** A layout that cannot be loaded, or that fails on some text, must not take the conversation with it. */
class KeepPlain extends Component<{ plain: ReactNode; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.plain : this.props.children;
  }
}
