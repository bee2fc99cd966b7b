/** For tests: what they render is in English, the default for people who have chosen nothing. */
import { messagesOf } from '../catalogue';
import { speak } from '../say';

speak({ locale: 'en', messages: messagesOf('en') });
