/** A link that leads to no chat. Withdrawn, deleted, never made: the answer is the same. */
import { MissingShareView } from '@/components/shell/instead/instead';

export default function NotFound() {
  return <MissingShareView />;
}
