// Work that survives a crash uses `resumable()`. Its single lease duration limits the time until another process takes
// over.

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readSources, type Sources } from './check-boundaries.ts'

const room = 'server/platform/jobs/'
const lease = /\bconst +((?:lease|\w+Lease)\w*Ms)\b/g

export const findProblems = (sources: Sources): string[] =>
  [...sources]
    .filter(([path]) => path.startsWith('server/') && !path.startsWith(room))
    .flatMap(([path, text]) =>
      [...text.matchAll(lease)].map(
        ([, name]) => `${path}: ${name} implements its own lease. Use resumable() of ${room}`,
      ),
    )
    .sort()

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const problems = findProblems(readSources(join(import.meta.dirname, '..')))
  console.log(problems.length > 0 ? problems.join('\n') : `all leases are in ${room}`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
