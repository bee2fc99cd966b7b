/** Inside the shell: a chat that is not there, or not for these eyes. The answer is the same for both. */
import { Missing } from '@/components/shell/missing';

export default function NotFound() {
  return <Missing />;
}
