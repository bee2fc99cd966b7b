/**
 * Dictation by the browser's own speech recognition. The browser decides where the audio goes: it stays on the device
 * if that is supported, otherwise it goes to whatever service its maker uses.
 */
import type { Consent } from './consent';

/** The part of the Web Speech API used here; TypeScript does not know it. */
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

/** The language spoken: the page's, in the browser's variant if it has the same language. */
export function spokenLanguage(): string {
  const language = document.documentElement.lang || 'en';
  const own = navigator.languages.find((one) => one.startsWith(`${language}-`));
  return own ?? (language === 'de' ? 'de-DE' : 'en-GB');
}

/**
 * `missing`: this browser has no speech recognition. `installs`: on the device, once a language has been downloaded.
 */
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

/** Has the browser download what it needs to recognise the language on the device. */
export async function installLanguage(): Promise<boolean> {
  const pack = { langs: [spokenLanguage()], processLocally: true };
  return (
    (await makerOf(window)
      ?.install?.(pack)
      .catch(() => false)) ?? false
  );
}

/** Only on the device, unless more was consented to: a browser that cannot do that fails, and sends nothing. */
export function newRecognition(consent: Consent): Recognition | null {
  const Maker = makerOf(window);
  if (!Maker) return null;
  const recognition = new Maker();
  recognition.lang = spokenLanguage();
  recognition.continuous = true;
  recognition.interimResults = false;
  if (consent === 'device') {
    // A browser without this property would send the audio away regardless.
    if (!('processLocally' in recognition)) return null;
    recognition.processLocally = true;
  }
  return recognition;
}

/** What was recognised since the last time, ready to be put into a text. */
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
