'use client';
/** The presets for the workspace's tools: one click sets a rule for each of them. */
import { useState } from 'react';
import { request, wordsOf } from '@/components/api/api';
import { classes } from '@/components/ui/classes';
import { say } from '@/components/words/say';
import type { ToolView } from '@/lib/agent/tool-views';
import type { PolicyView } from '@/lib/rules/policy-rules';
import { PRESETS, type Preset, presetOf } from '@/lib/rules/presets';

interface PolicyPresetsProps {
  tools: readonly ToolView[];
  rules: PolicyView['rules'];
  onSaved: (policy: PolicyView) => void;
}

export function PolicyPresets({ tools, rules, onSaved }: PolicyPresetsProps) {
  const [doing, setDoing] = useState<Preset | null>(null);
  const [refusal, setRefusal] = useState('');
  const now = presetOf(tools, rules);
  const choose = async (preset: Preset) => {
    setDoing(preset);
    setRefusal('');
    try {
      onSaved(await request<PolicyView>('PUT', '/api/policy/preset', { preset }));
    } catch (error) {
      setRefusal(say('policy.not-changed', { reason: wordsOf(error) }));
    } finally {
      setDoing(null);
    }
  };
  return (
    <fieldset className="mt-3 min-w-0">
      <legend className="font-medium text-13">{say('preset.presets')}</legend>
      <p className="max-w-prose text-13 text-muted">{say('preset.presets.means')}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        {PRESETS.map((preset) => (
          <button
            key={preset}
            type="button"
            aria-pressed={now === preset}
            disabled={doing !== null}
            onClick={() => void choose(preset)}
            className={classes(
              'h-11 rounded-control border px-3 text-13 disabled:opacity-60 md:h-8',
              now === preset
                ? 'border-ink bg-chosen font-medium text-ink'
                : 'border-edge bg-raised text-ink-2 hover:bg-soft',
            )}
          >
            {say(`preset.${preset}`)}
          </button>
        ))}
      </div>
      <p className="mt-1.5 text-13 text-ink-2">{say(now ? `preset.${now}.means` : 'preset.none')}</p>
      {refusal !== '' && (
        <p role="alert" className="text-13 text-failed">
          {refusal}
        </p>
      )}
    </fieldset>
  );
}
