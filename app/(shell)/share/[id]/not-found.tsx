/** A link that leads to no chat. Whether it was withdrawn, deleted or never created, the answer is the same. */
import { MissingShareView } from '@/components/shell/instead/instead';

export default function NotFound() {
  return <MissingShareView />;
}
