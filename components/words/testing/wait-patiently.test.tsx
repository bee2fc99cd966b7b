import { getConfig } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

// So that this is one of the files with a process of their own.
vi.mock('../none', () => ({}));

it('holds for tests of the page that mock as well', () => {
  expect(getConfig().asyncUtilTimeout).toBe(30_000);
});
