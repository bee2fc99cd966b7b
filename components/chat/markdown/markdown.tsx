'use client';
/**
 * The text of an answer. The renderer is loaded separately (it is as large as the page itself). Until it is loaded, the
 * text keeps its place invisibly; if that takes long, or fails, it is shown as it was written.
 */
import { Component, lazy, memo, type ReactNode, Suspense } from 'react';
import { useHydrated } from '@/components/ui/use-hydrated';
import { isLight, mayLayOut } from './markdown-cost';

const load = () => import('./markdown-layout');
const MarkdownLayout = lazy(load);

/** Starts loading it: an answer is about to come. A page on which nobody has asked anything does without. */
export function prepareMarkdown(): void {
  void load().catch(() => undefined);
}

interface MarkdownProps {
  text: string;
  /** More of the text is still to come. */
  streaming: boolean;
  /** It was broken off: unclosed marks are rendered as if they were closed. */
  cut?: boolean;
  /** Visible when the page opens: the server renders it, too, if it is light. */
  recent?: boolean;
}

export function Markdown({ text, streaming, cut = false, recent = true }: MarkdownProps) {
  const isBrowser = useHydrated();
  const isLaidOut = isBrowser ? mayLayOut(text) : recent && isLight(text);
  if (isLaidOut) return <LaidOut text={text} streaming={streaming} cut={cut} />;
  return <AsWritten text={text} isAwaited={!isBrowser && mayLayOut(text)} />;
}

type LaidOutProps = Required<Pick<MarkdownProps, 'text' | 'streaming' | 'cut'>>;

/**
 * Rendered again only if the text has changed: the server's HTML is there before the renderer is loaded, and React
 * replaces it by the fallback if its boundary is rendered again meanwhile.
 */
const LaidOut = memo(({ text, streaming, cut }: LaidOutProps) => (
  <KeepPlain plain={<AsWritten text={text} />}>
    <Suspense fallback={<AsWritten text={text} isAwaited />}>
      <MarkdownLayout text={text} streaming={streaming} cut={cut} />
    </Suspense>
  </KeepPlain>
));

/** @param isAwaited the renderer is being loaded */
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

/** A renderer that cannot be loaded, or fails on some text, must not take the conversation with it. */
class KeepPlain extends Component<{ plain: ReactNode; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.plain : this.props.children;
  }
}
