'use client';
/**
 * The text of an answer. What lays it out is loaded apart from the page (it is as large as the page itself);
 * until it is there, or should it fail, the text stands as it was written, in the same size.
 */
import { Component, lazy, type ReactNode, Suspense } from 'react';
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
  const plain = <p className="max-w-[34rem] whitespace-pre-wrap break-words text-16 text-ink">{text}</p>;
  if (!(isBrowser ? mayLayOut(text) : recent && isLight(text))) return plain;
  return (
    <KeepPlain plain={plain}>
      <Suspense fallback={plain}>
        <MarkdownLayout text={text} streaming={streaming} cut={cut} />
      </Suspense>
    </KeepPlain>
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
