/** A page that a model requests is never one of an internal network, however its address is written. */
import { describe, expect, it } from 'vitest';
import { isOpen } from '@/lib/transport/addresses';
import { type Resolve, webFetch } from '@/lib/transport/web-fetch';
import { fetchPage } from '@/mcp/workspace/web/fetch-page';
import { NEVER } from '../testing/connections';

const inner: Resolve = ((
  _name: string,
  _options: object,
  done: (error: null, found: { address: string; family: number }[]) => void,
) => done(null, [{ address: '10.0.0.7', family: 4 }])) as unknown as Resolve;

describe('a page', () => {
  it.each([
    'http://127.0.0.1/',
    'http://[::1]/',
    'http://0x7f.1/',
    'http://2130706433/',
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.1/',
    'http://[::ffff:127.0.0.1]/',
    'http://name-of-an-inner-network.example/',
  ])('is not reached at %s', async (address) => {
    const reach = webFetch({ allows: isOpen, resolve: inner });
    await expect(fetchPage(reach, address, NEVER)).rejects.toThrow('not on the open internet');
  });
});
