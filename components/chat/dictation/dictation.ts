/**
 * Speaking instead of typing, by the browser's own recognition. Where the sound goes is the browser's affair: on the device where it
 * offers that, otherwise to whoever its maker has do it.
 */
import type { Consent } from './consent';

/** The part of the Web Speech API that is used here; TypeScript knows none of it. */
export interface Recognition extends EventTarget {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  processLocally?: boolean;
  start(): void;
  stop(): void;
  abort(): void;
}

interface LanguagePack {
  langs: string[];
  processLocally: boolean;
}

interface RecognitionMaker {
  new (): Recognition;
  available?(pack: LanguagePack): Promise<string>;
  install?(pack: LanguagePack): Promise<boolean>;
}

function makerOf(page: object): RecognitionMaker | undefined {
  const { SpeechRecognition, webkitSpeechRecognition } = page as Record<string, RecognitionMaker | undefined>;
  return SpeechRecognition ?? webkitSpeechRecognition;
}

/** What is spoken: the page's language, in the form that the browser has if it is one of that language. */
export function spokenLanguage(): string {
  const language = document.documentElement.lang || 'en';
  const own = navigator.languages.find((one) => one.startsWith(`${language}-`));
  return own ?? (language === 'de' ? 'de-DE' : 'en-GB');
}

/** `missing`: this browser recognises no speech. `installs`: on the device, once a language has been fetched. */
export type Way = 'missing' | 'device' | 'installs' | 'maker';

export async function wayOfDictation(): Promise<Way> {
  const maker = makerOf(window);
  if (!maker) return 'missing';
  const pack = { langs: [spokenLanguage()], processLocally: true };
  const available = await maker.available?.(pack).catch(() => 'unavailable');
  if (available === 'available') return 'device';
  const canInstall = available === 'downloadable' || available === 'downloading';
  return canInstall && maker.install ? 'installs' : 'maker';
}

/** Has the browser fetch what it needs to recognise the language on the device. */
export async function installLanguage(): Promise<boolean> {
  const pack = { langs: [spokenLanguage()], processLocally: true };
  return (
    (await makerOf(window)
      ?.install?.(pack)
      .catch(() => false)) ?? false
  );
}

/** On the device alone where no more was agreed to: a browser that cannot do that fails, and sends nothing. */
export function newRecognition(consent: Consent): Recognition | null {
  const Maker = makerOf(window);
  if (!Maker) return null;
  const recognition = new Maker();
  recognition.lang = spokenLanguage();
  recognition.continuous = true;
  recognition.interimResults = false;
  if (consent === 'device') {
    // What does not know the word would send the sound away all the same.
    if (!('processLocally' in recognition)) return null;
    recognition.processLocally = true;
  }
  return recognition;
}

/** What was recognised since the last time, as it is put into a text. */
export function recognised(event: Event): string {
  const { results, resultIndex } = event as Event & {
    results: ArrayLike<ArrayLike<{ transcript: string }> & { isFinal: boolean }>;
    resultIndex: number;
  };
  return Array.from(results)
    .slice(resultIndex)
    .flatMap((one) => (one.isFinal ? [one[0]?.transcript.trim() ?? ''] : []))
    .filter(Boolean)
    .join(' ');
}
