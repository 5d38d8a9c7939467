// Imported by processes that several test files share. Each file is a suite, and the suites run one after another.

import { suite } from 'node:test'
import { pathToFileURL } from 'node:url'
import { declareInSuite, endDeclarations } from './declaring.ts'

/** `files` contains the reported name and the path of each file. */
export function runInOneProcess(files: readonly (readonly [name: string, path: string])[], timeout: number): void {
  let left = files.length
  for (const [name, path] of files)
    suite(name, { timeout }, () =>
      declareInSuite(async () => {
        try {
          await import(pathToFileURL(path).href)
        } finally {
          if (--left === 0) endDeclarations()
        }
      }),
    )
}
