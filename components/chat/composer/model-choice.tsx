'use client';
/** The model that answers in this chat: a list to choose from if there are several, otherwise its name. */
import type { ModelLabel } from '@/components/shell/viewer';
import { useEarly } from '@/components/ui/use-early';
import { say } from '@/components/words/say';

interface ModelChoiceProps {
  model: ModelLabel;
  /** Id of the chosen model; null: the default. */
  chosen: string | null;
  onChoose: (id: string) => void;
}

export function ModelChoice({ model: { label, choices = [] }, chosen, onChoose }: ModelChoiceProps) {
  const [preset] = choices;
  const field = useEarly<HTMLSelectElement>(chosen ?? preset?.id);
  if (!preset || choices.length < 2) return label;
  const isGone = chosen !== null && !choices.some(({ id }) => id === chosen);
  return (
    <select
      {...field}
      aria-label={say('models.choose')}
      title={isGone ? say('models.gone', { title: preset.title }) : say('models.choose')}
      value={chosen ?? preset.id}
      onChange={(event) => onChoose(event.target.value)}
      className="-mx-1 h-11 min-w-0 max-w-56 cursor-pointer [field-sizing:content] truncate rounded-control bg-transparent px-1 text-muted hover:text-ink md:h-[30px]"
    >
      {isGone && (
        <option value={chosen} disabled>
          {say('models.gone', { title: preset.title })}
        </option>
      )}
      {choices.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </select>
  );
}
