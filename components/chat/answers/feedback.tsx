'use client';
/** Feedback on an answer: good or bad, with an optional sentence; for oneself, and changeable at any time. */
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { wordsOf } from '@/components/api/api';
import { rateAnswer } from '@/components/api/chat-api';
import { Button, IconButton } from '@/components/ui/button';
import { classes } from '@/components/ui/classes';
import { Icon } from '@/components/ui/icon';
import { say } from '@/components/words/say';
import type { Feedback } from '@/lib/runs/chat-view';

export interface Rating {
  now: Feedback | null;
  isAsking: boolean;
  problem: string;
  rate(good: boolean): void;
  explain(words: string): Promise<void>;
  close(): void;
}

/** @param initial as the chat was loaded */
export function useRating(chatId: string | null, messageId: string, initial: Feedback | undefined): Rating {
  const [now, setNow] = useState<Feedback | null>(initial ?? null);
  const [isAsking, setIsAsking] = useState(false);
  const [problem, setProblem] = useState('');
  const save = async (next: Feedback | null) => {
    const before = now;
    setNow(next);
    setProblem('');
    try {
      await rateAnswer(chatId ?? '', messageId, next);
      return true;
    } catch (error) {
      setNow(before);
      setProblem(`${say('answers.not-kept')} ${wordsOf(error)}`);
      return false;
    }
  };
  return {
    now,
    isAsking,
    problem,
    rate: (good) => {
      const isBack = now?.good === good;
      setIsAsking(!isBack);
      void save(isBack ? null : { good, words: '' });
    },
    explain: async (words) => {
      if (now && (await save({ ...now, words }))) setIsAsking(false);
    },
    close: () => setIsAsking(false),
  };
}

export function Thumbs({ rating: { now, rate }, className }: { rating: Rating; className: string }) {
  const thumbs = [
    [true, ThumbsUp, 'answers.good'],
    [false, ThumbsDown, 'answers.bad'],
  ] as const;
  return thumbs.map(([good, icon, key]) => (
    <IconButton
      key={key}
      label={say(key)}
      aria-pressed={now?.good === good}
      className={classes(className, now?.good === good && 'bg-active text-ink')}
      onClick={() => rate(good)}
    >
      <Icon of={icon} size={16} />
    </IconButton>
  ));
}

export function Why({ rating: { now, isAsking, problem, explain, close } }: { rating: Rating }) {
  const [words, setWords] = useState(now?.words ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void explain(words);
  };
  return (
    <>
      {isAsking && now && (
        <form onSubmit={submit} className="mt-1 flex max-w-prose flex-wrap items-center gap-2">
          <input
            aria-label={say('answers.why')}
            placeholder={say('answers.why')}
            maxLength={500}
            value={words}
            onChange={(event) => setWords(event.target.value)}
            className="h-11 min-w-0 flex-1 basis-48 rounded-control border border-edge bg-page px-3 text-14 text-ink max-md:text-16 md:h-9"
          />
          <Button type="submit" className="md:h-9">
            {say('answers.send')}
          </Button>
          <Button look="plain" className="md:h-9" onClick={close}>
            {say('answers.no-words')}
          </Button>
        </form>
      )}
      {problem && (
        <p role="alert" className="mt-1 text-13 text-failed">
          {problem}
        </p>
      )}
    </>
  );
}
