/** Which tests need no database: what `npm run check` runs. Found by their imports, so that no list goes stale. */
import { importsOf, sourceFiles } from './imports.ts';

const DATABASES = 'db/testing/';
const TEST = /\.test\.tsx?$/;

/** Test files from which no chain of imports leads to a test database. Paths relative to the root. */
export function unitTests(root: string): string[] {
  const imports = new Map<string, string[]>();
  for (const { from, to } of importsOf(root)) imports.set(from, [...(imports.get(from) ?? []), to]);
  const reaches = (file: string, seen: Set<string>): boolean => {
    if (file.startsWith(DATABASES)) return true;
    if (seen.has(file)) return false;
    seen.add(file);
    return (imports.get(file) ?? []).some((to) => reaches(to, seen));
  };
  return sourceFiles(root).filter((file) => TEST.test(file) && !reaches(file, new Set()));
}
