/** A sentence of the app inside an answer. */
import { ShownText } from '@/components/shown/shown-text';
import { told } from '@/components/words/told';

export function Notice({ text }: { text: string }) {
  return (
    <p className="break-words text-13 text-muted">
      <ShownText text={told(text)} />
    </p>
  );
}
