/** For tests of the page: what they wait for may take longer than a second where many run at once. */
import { configure } from '@testing-library/react';

configure({ asyncUtilTimeout: 30_000 });
