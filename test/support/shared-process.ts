// Imported by processes that several test files share: each file is a suite, one after another.

import { suite } from 'node:test'
import { pathToFileURL } from 'node:url'

/** `files` by their reported names and their paths. */
export function runInOneProcess(files: readonly (readonly [name: string, path: string])[], timeout: number): void {
  for (const [name, path] of files)
    suite(name, { timeout }, async () => {
      await import(pathToFileURL(path).href)
    })
}
