'use client';
/**
 * The examples in the offline model's answers: each puts its words into the message field, where a person sends them,
 * or not. The words come from our code, not from the answer, which only indicates that they are wanted.
 */
import { proposeQuestion } from '@/components/shown/proposed-question';
import { say } from '@/components/words/say';
import { examplesIn } from '@/lib/offline-model/saying/examples';
import { Markdown } from '../markdown/markdown';

interface HelpExamplesProps {
  /** Of a complete answer. */
  text: string;
  recent: boolean | undefined;
}

export function HelpExamples({ text, recent }: HelpExamplesProps) {
  const found = examplesIn(text);
  if (!found) return <Markdown text={text} streaming={false} recent={recent} />;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Markdown text={found.before} streaming={false} recent={recent} />
      {/* It understands no other language. */}
      <ul
        lang="en"
        aria-label={say('answer.examples')}
        className="flex list-disc flex-col gap-1 pl-5 text-16"
      >
        {found.lines.map((asks) => (
          <li key={asks[0]}>
            <span className="flex flex-wrap gap-x-4">
              {asks.map((ask) => (
                <button
                  key={ask}
                  type="button"
                  onClick={() => proposeQuestion(ask)}
                  className="rounded-escape py-0.5 text-left underline decoration-edge underline-offset-4 hover:decoration-ink max-md:min-h-11"
                >
                  {ask}
                </button>
              ))}
            </span>
          </li>
        ))}
      </ul>
      {found.after !== '' && <Markdown text={found.after} streaming={false} recent={recent} />}
    </div>
  );
}
