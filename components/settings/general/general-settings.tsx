'use client';
/** A person's own settings: how pages look, their language, and instructions for every answer. */
import { useEffect } from 'react';
import { request } from '@/components/api/api';
import { OutcomeLine, useAct } from '@/components/api/use-act';
import { SettingsPage } from '@/components/shell/settings-page';
import { useWorkspace } from '@/components/shell/workspace';
import { showAppearance, useTheme } from '@/components/words/appearance';
import { chooseInBrowser } from '@/components/words/choose';
import { LANGUAGE_NAMES } from '@/components/words/language-links';
import { say } from '@/components/words/say';
import {
  type Appearance,
  DENSITIES,
  LOCALES,
  type Locale,
  type Preferences,
  TEXT_SIZES,
  THEMES,
} from '@/lib/people/preferences';
import { works } from '@/lib/people/roles';
import { Choice } from './choice';
import { DictationSettings } from './dictation-settings';
import { InstructionsForm } from './instructions-form';
import { PushSettings } from './push-settings';
import { ZoneChoice } from './zone-choice';

interface GeneralSettingsProps {
  preferences: Preferences;
  teamInstructions: string;
}

export function GeneralSettings({ preferences, teamInstructions }: GeneralSettingsProps) {
  const { viewer } = useWorkspace();
  return (
    <SettingsPage name="settings">
      <LookSettings preferences={preferences} />
      {works(viewer.role) && <Answers preferences={preferences} teamInstructions={teamInstructions} />}
    </SettingsPage>
  );
}

/** For people who have chats. */
function Answers({ preferences, teamInstructions }: GeneralSettingsProps) {
  const { viewer } = useWorkspace();
  return (
    <>
      <PushSettings />
      <DictationSettings />
      <section className="mt-10">
        <h3 className="font-semibold text-16">{say('instructions.heading')}</h3>
        <InstructionsForm
          whose="own"
          path="/api/preferences"
          method="PATCH"
          initial={preferences.instructions}
        />
        {viewer.role === 'admin' ? (
          <InstructionsForm whose="team" path="/api/instructions" method="PUT" initial={teamInstructions} />
        ) : (
          <TeamInstructions text={teamInstructions} />
        )}
      </section>
    </>
  );
}

const BROWSER = 'browser';
/** The session storage key under which a page keeps the name of the choice that takes the focus on the next page. */
const GOES_ON = 'amber-goes-on';

/** The page is loaded again in its new language; the focus of keyboard users is restored. */
function useGoingOn(): void {
  useEffect(() => {
    const name = sessionStorage.getItem(GOES_ON);
    sessionStorage.removeItem(GOES_ON);
    if (name) document.querySelector<HTMLElement>(`input[name="${name}"]:checked`)?.focus();
  }, []);
}

function LookSettings({ preferences }: { preferences: Preferences }) {
  const { outcome, act } = useAct();
  const theme = useTheme();
  const keep = (changes: Partial<Preferences>) =>
    act('', say('form.not-saved'), async () => {
      await request('PATCH', '/api/preferences', changes);
      return undefined;
    });
  const look = (changes: Partial<Appearance>) => {
    showAppearance(changes);
    void keep(changes);
  };
  const speak = async (chosen: Locale | typeof BROWSER) => {
    const locale = chosen === BROWSER ? null : chosen;
    if (!(await keep({ locale }))) return;
    chooseInBrowser(locale);
    sessionStorage.setItem(GOES_ON, 'language');
    window.location.reload();
  };
  const live = async (zone: string | null) => {
    // Every time on the page has to be rendered again.
    if (await keep({ zone })) window.location.reload();
  };
  useGoingOn();
  return (
    <>
      <OutcomeLine outcome={outcome} />
      <section className="mt-6">
        <h3 className="font-semibold text-16">{say('appearance.heading')}</h3>
        <Choice
          label={say('appearance.theme')}
          name="theme"
          chosen={theme}
          options={THEMES.map((one) => [one, say(`theme.${one}`)])}
          onChoose={(one) => look({ theme: one })}
        />
        <Choice
          label={say('appearance.density')}
          name="density"
          chosen={preferences.density}
          options={DENSITIES.map((one) => [one, say(`appearance.density.${one}`)])}
          onChoose={(one) => look({ density: one })}
        />
        <Choice
          label={say('appearance.text')}
          name="text"
          chosen={preferences.textSize}
          options={TEXT_SIZES.map((one) => [one, say(`appearance.text.${one}`)])}
          onChoose={(one) => look({ textSize: one })}
        />
      </section>
      <section className="mt-10">
        <h3 className="font-semibold text-16">{say('language.heading')}</h3>
        <Choice
          label={say('language.label')}
          name="language"
          chosen={preferences.locale ?? BROWSER}
          options={[
            [BROWSER, say('language.browser')],
            ...LOCALES.map((locale): [Locale, string] => [locale, LANGUAGE_NAMES[locale]]),
          ]}
          onChoose={(one) => void speak(one)}
        />
        <p className="mt-2 max-w-prose text-13 text-muted">{say('language.hint')}</p>
        <ZoneChoice chosen={preferences.zone} onChoose={(zone) => void live(zone)} />
      </section>
    </>
  );
}

/** For people who can only read them. */
function TeamInstructions({ text }: { text: string }) {
  return (
    <div className="mt-5 max-w-prose">
      <h4 className="font-medium text-13">{say('instructions.team')}</h4>
      {text === '' ? (
        <p className="mt-1 text-13 text-muted">{say('instructions.team.none')}</p>
      ) : (
        <>
          <p className="mt-1 text-13 text-muted">{say('instructions.team.read')}</p>
          <p className="mt-2 whitespace-pre-wrap break-words rounded-table border bg-raised px-4 py-3 text-14">
            {text}
          </p>
        </>
      )}
    </div>
  );
}
