'use client';
/** One input that a registry entry asks for: a line, a secret, or a choice, labelled in the entry's own words. */
import { useId } from 'react';
import { ShownText } from '@/components/shown/shown-text';
import { visibleString } from '@/components/shown/visible-text';
import { say } from '@/components/words/say';
import type { Complaint, RemoteField } from '@/lib/registry/fill-remote';

interface RegistryFieldProps {
  field: RemoteField;
  value: string;
  complaint: Complaint | null;
  onChange(value: string): void;
}

const LINE = 'h-11 w-full rounded-control border border-edge bg-page px-3 text-16 text-ink';

export function RegistryField({ field, value, complaint, onChange }: RegistryFieldProps) {
  const id = useId();
  const { key, input } = field;
  const { description, placeholder, choices, format, isRequired, isSecret } = input;
  const shared = {
    id,
    name: key,
    value,
    required: isRequired,
    className: LINE,
    'aria-describedby': `${id}-notes`,
    'aria-invalid': complaint !== null,
  };
  return (
    <div className="flex flex-col gap-2">
      <label htmlFor={id} className="wrap-anywhere font-medium text-13">
        {labelOf(field)}
      </label>
      {choices.length > 0 ? (
        <select {...shared} onChange={({ target }) => onChange(target.value)}>
          <option value="">{isRequired ? say('registry.choose') : say('registry.left')}</option>
          {[...new Set(choices)].map((choice) => (
            <option key={choice} value={choice}>
              {visibleString(choice)}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...shared}
          type={isSecret ? 'password' : 'text'}
          autoComplete={isSecret ? 'new-password' : 'off'}
          inputMode={format === 'number' ? 'decimal' : undefined}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={4_000}
          placeholder={placeholder === null ? undefined : visibleString(placeholder)}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
      <div id={`${id}-notes`} className="text-13 text-muted empty:hidden">
        {description !== null && (
          <p className="wrap-anywhere">
            <ShownText text={description} />
          </p>
        )}
        {complaint !== null && (
          <p className="font-medium text-failed">{say(`registry.complaint.${complaint}`)}</p>
        )}
      </div>
    </div>
  );
}

function labelOf({ input, header, key }: RemoteField): string {
  const name = visibleString(input.name);
  const plain = key.startsWith('url:') ? name : say('registry.header', { name });
  const label = header === null ? plain : say('registry.of-header', { name, header: visibleString(header) });
  const ours = input.isSecret ? say('registry.never-shown', { label }) : label;
  return input.isRequired ? ours : say('registry.optional', { label: ours });
}
