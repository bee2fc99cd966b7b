/**
 * A browser for tests, as far as a sign-in needs one: it keeps cookies and follows redirects until it is sent back to
 * Amber.
 */

export class TestBrowser {
  private readonly jar = new Map<string, string>();

  /** @returns the address of Amber's to which it is redirected */
  async follow(url: string, until: string): Promise<URL> {
    let at = new URL(url);
    for (let hop = 0; hop < 12; hop++) {
      if (at.href.startsWith(until)) return at;
      const cookie = [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await fetch(at, { redirect: 'manual', headers: { cookie } });
      for (const line of answer.headers.getSetCookie()) {
        const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s);
        if (value === '') this.jar.delete(name);
        else this.jar.set(name, value);
      }
      const next = answer.headers.get('location');
      if (!next)
        throw new Error(`${answer.status} at ${at.pathname}: ${(await answer.text()).slice(0, 300)}`);
      await answer.body?.cancel();
      at = new URL(next, at);
    }
    throw new Error('It is sent round and round.');
  }
}
