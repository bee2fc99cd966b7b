// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { later } from './later';

const Hello = ({ name }: { name: string }) => <p>Hello {name}</p>;

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('a part that is loaded apart', () => {
  it('has something in its place until it has come', async () => {
    const Part = later(async () => Hello);
    render(<Part name="Noor" fallback={<p>Coming</p>} />);
    expect(screen.getByText('Coming')).toBeTruthy();
    await act(() => Part.prepare());
    expect(await screen.findByText('Hello Noor')).toBeTruthy();
  });

  it('is drawn at once when it was prepared, and keeps what stands in it', async () => {
    const load = vi.fn(async () => Hello);
    const Part = later(load);
    await Part.prepare();
    const { rerender } = render(<Part name="Noor" fallback={<p>Coming</p>} />);
    const first = screen.getByText('Hello Noor');
    rerender(<Part name="Ada" />);
    expect(screen.getByText('Hello Ada')).toBe(first);
  });

  it('that cannot be loaded says so and leaves the rest', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const Part = later<{ name: string }>(() => Promise.reject(new Error('Gone.')));
    await Part.prepare();
    render(
      <>
        <p>The rest</p>
        <Part name="Noor" />
      </>,
    );
    expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded');
    expect(screen.getByText('The rest')).toBeTruthy();
  });

  it('that cannot be loaded leaves what was given to stand for it', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const Part = later<{ name: string }>(() => Promise.reject(new Error('Gone.')));
    await Part.prepare();
    render(<Part name="Noor" otherwise={<p>Plainly, Noor</p>} />);
    expect(await screen.findByText('Plainly, Noor')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is asked for anew the next time it is shown', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const load = vi.fn(async () => Hello).mockRejectedValueOnce(new Error('Not reached.'));
    const Part = later(load);
    const first = render(<Part name="Noor" />);
    expect(await screen.findByRole('alert')).toBeTruthy();
    first.unmount();
    render(<Part name="Noor" />);
    expect(await screen.findByText('Hello Noor')).toBeTruthy();
  });
});
