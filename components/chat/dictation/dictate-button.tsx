'use client';
/** Listens while it is on, and puts the recognised words into the message. It never sends. */
import { Mic, MicOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from '@/components/ui/button';
import { classes } from '@/components/ui/classes';
import { Icon } from '@/components/ui/icon';
import { say } from '@/components/words/say';
import type { Consent } from './consent';
import { newRecognition, type Recognition, recognised } from './dictation';

export interface DictateButtonProps {
  consent: Consent;
  onWords: (words: string) => void;
  /** What to say about it: that it is listening, or why not; null: nothing. */
  onSays: (words: string | null) => void;
}

export function DictateButton(props: DictateButtonProps) {
  const { isListening, start, stop } = useListening(props);
  return (
    <IconButton
      label={say('dictation.button')}
      aria-pressed={isListening}
      className={classes('max-[479px]:order-first', isListening && 'bg-active text-ink')}
      onClick={isListening ? stop : start}
    >
      <Icon of={isListening ? MicOff : Mic} />
    </IconButton>
  );
}

function useListening({ consent, onWords, onSays }: DictateButtonProps) {
  const [isListening, setListening] = useState(false);
  const current = useRef<Recognition | null>(null);
  const told = useRef({ onWords, onSays });
  useEffect(() => {
    told.current = { onWords, onSays };
  }, [onWords, onSays]);
  const end = (words: string | null) => {
    current.current = null;
    setListening(false);
    told.current.onSays(words);
  };
  const start = () => {
    const recognition = newRecognition(consent);
    if (!recognition) return end(say('dictation.unable'));
    let problem: string | null = null;
    recognition.addEventListener('result', (event) => {
      const words = recognised(event);
      if (words !== '') told.current.onWords(words);
    });
    recognition.addEventListener('error', (event) => {
      problem = problemWords(event);
    });
    recognition.addEventListener('end', () => current.current === recognition && end(problem));
    try {
      recognition.start();
    } catch {
      return end(say('dictation.unable'));
    }
    current.current = recognition;
    setListening(true);
    told.current.onSays(say(consent === 'device' ? 'dictation.listens-here' : 'dictation.listens'));
  };
  useEffect(() => {
    // Nobody is listened to unawares: neither on a page that they have left nor in another tab.
    const leave = () => document.hidden && current.current?.stop();
    document.addEventListener('visibilitychange', leave);
    return () => {
      document.removeEventListener('visibilitychange', leave);
      const left = current.current;
      current.current = null;
      left?.abort();
    };
  }, []);
  return { isListening, start, stop: () => current.current?.stop() };
}

function problemWords(event: Event): string | null {
  switch (Reflect.get(event, 'error')) {
    case 'aborted':
    case 'no-speech':
      return null;
    case 'not-allowed':
    case 'service-not-allowed':
      return say('dictation.not-allowed');
    case 'audio-capture':
      return say('dictation.no-microphone');
    default:
      return say('dictation.unable');
  }
}
