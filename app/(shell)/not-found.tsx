/** Inside the shell: a chat that does not exist, or that this person may not see. The answer is the same for both. */
import { MissingView } from '@/components/shell/instead/instead';

export default function NotFound() {
  return <MissingView />;
}
