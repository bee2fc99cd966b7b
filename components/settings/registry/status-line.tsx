/** The registry's own warning about a version. */
import { ShownText } from '@/components/shown/shown-text';
import { say } from '@/components/words/say';
import type { RegistryEntry } from '@/lib/registry/registry-view';

/** Nothing if the registry has no warning. */
export function StatusLine({ entry: { status, statusMessage } }: { entry: RegistryEntry }) {
  if (status !== 'deprecated' && status !== 'deleted') return null;
  return (
    <p className="wrap-anywhere mt-1 text-13 text-wait">
      {say(`registry.status.${status}`)} {statusMessage && <ShownText text={statusMessage} />}
    </p>
  );
}
