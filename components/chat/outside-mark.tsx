'use client';
/** Below the chat's title, once words from outside have come in: from where, and that changes have asked since. */
import { Earth } from 'lucide-react';
import { Fragment } from 'react';
import { clearOutside } from '@/components/api/chat-api';
import { useAct } from '@/components/api/use-act';
import { ShownText } from '@/components/shown/shown-text';
import { say, sayWith } from '@/components/words/say';
import type { ChatView } from '@/lib/runs/chat-view';
import { withSingleQuotes } from '@/lib/values/text';
import { Icon } from '../ui/icon';

export interface OutsideMarkProps {
  chatId: string;
  outside: NonNullable<ChatView['outside']>;
  /** If several brought them in. */
  sources?: ChatView['outsideSources'];
  /** The reader is an admin. */
  mayClear: boolean;
  /** The chat has changed and has to be loaded. */
  onCleared: () => void;
}

/** Neutral: nothing waits for a decision here yet. */
export function OutsideMark({ chatId, outside, sources, mayClear, onCleared }: OutsideMarkProps) {
  const { doing, outcome, act } = useAct();
  const clear = () =>
    act('', say('outside.stays'), async () => {
      await clearOutside(chatId);
      onCleared();
    });
  return (
    <section
      aria-label={say('outside.title')}
      data-testid="outside-mark"
      className="flex shrink-0 items-center gap-2.5 border-b bg-side px-4 py-[9px] text-13 text-ink-2 md:px-6"
    >
      <Icon of={Earth} className="shrink-0 self-start text-muted max-md:mt-0.5 md:self-center" />
      <div className="min-w-0 flex-1 break-words">
        <p>
          <Source outside={outside} sources={sources} />
        </p>
        <p role="alert" className="text-failed empty:hidden">
          {outcome?.words}
        </p>
      </div>
      {mayClear && (
        <button
          type="button"
          disabled={doing !== null}
          onClick={clear}
          title={say('outside.clear-means')}
          className="-my-2 h-11 shrink-0 rounded-control border border-edge bg-raised px-3 font-medium text-ink hover:bg-soft disabled:opacity-60 md:-my-1 md:h-[30px]"
        >
          {doing !== null ? say('outside.clearing') : say('outside.clear')}
        </button>
      )}
    </section>
  );
}

/** Names given by others are data. In an imported chat, everything came from there. */
function Source({ outside, sources }: Pick<OutsideMarkProps, 'outside' | 'sources'>) {
  if ('imported' in outside) return say('files.outside-imported', { app: outside.imported });
  if (sources) return sayWith('outside.several', { sources: () => <Several {...sources} /> });
  if ('file' in outside)
    return sayWith('files.outside-file', { name: () => <FileName file={outside.file} /> });
  return sayWith('outside.told', {
    server: () => <ShownText text={outside.server} />,
    tool: () => <ToolName tool={outside.tool} />,
  });
}

function Several({ first, count }: NonNullable<OutsideMarkProps['sources']>) {
  const more = count - first.length;
  return (
    <>
      {first.map((source, place) => (
        <Fragment key={JSON.stringify(source)}>
          {place > 0 && (place === count - 1 ? say('decided.and') : ', ')}
          {'file' in source
            ? sayWith('outside.file', { name: () => <FileName file={source.file} /> })
            : sayWith('outside.tool', {
                server: () => <ShownText text={source.server} />,
                tool: () => <ToolName tool={source.tool} />,
              })}
        </Fragment>
      ))}
      {more > 0 && say('outside.and-more', { count: more })}
    </>
  );
}

const FileName = ({ file }: { file: string }) => <ShownText text={withSingleQuotes(file)} />;

const ToolName = ({ tool }: { tool: string }) => (
  <span className="font-mono text-12">
    <ShownText text={tool.slice(0, 100)} />
  </span>
);
