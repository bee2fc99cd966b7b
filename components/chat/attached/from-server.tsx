/** The connected server that a file comes from, and whether its words count as from outside. */
import { ShownText } from '@/components/shown/shown-text';
import { say, sayWith } from '@/components/words/say';
import type { Source } from '@/lib/values/attachment';

export function FromServer({ source: { server, prompt, vouched } }: { source: Source }) {
  const name = { server: () => <ShownText text={server} /> };
  return (
    <span title={vouched ? undefined : say('offers.outside-means')}>
      {prompt === undefined ? sayWith('offers.from', name) : sayWith('offers.prompt-of', name)}
      {!vouched && <>, {say('offers.outside')}</>}
    </span>
  );
}
