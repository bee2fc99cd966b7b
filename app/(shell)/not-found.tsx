/** Inside the shell: a chat that is not there, or not for these eyes. The answer is the same for both. */
import { MissingView } from '@/components/shell/instead/instead';

export default function NotFound() {
  return <MissingView />;
}
