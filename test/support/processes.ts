// Which test files share a process. Loading the service costs a process more than most files take, and a second service starts
// in a third of the time of the first.

import { join } from 'node:path'

/** How many files share a process: enough to load the service seldom, and few enough that the last process is not alone for long. */
const most = 20

/** What measures its own memory shares no process, and neither does what has a browser at work. */
const alone = ['server/platform/http/body.test.ts', 'server/platform/images/processing.test.ts']

/** What takes longest begins first, by itself: begun last, one process would work on while the others have nothing left. */
const longest = [
  'test/contract/foreign-pairs.long.test.ts',
  'test/contract/hostile-fields.long.test.ts',
  'demo/load.long.test.ts',
  'server/resources/email/templates/renderer.long.test.ts',
  'server/resources/connectors/shops/reading/crash.test.ts',
  'server/resources/connectors/sending/crash.test.ts',
  'server/resources/imports/crash.test.ts',
  'server/resources/billing/stripe/faults.test.ts',
]

export const named = [...longest, ...alone]

const sharesNone = (file: string) => named.includes(file) || file.startsWith(join('test', 'e2e'))

/**
 * Neighbours, so that what a process ran is easily run again: `npm test -- <its files>`. Of a few files each has a process,
 * as long as there are places where they run at the same time.
 */
export function inProcesses(files: readonly string[], processes: number): string[][] {
  const together = files.filter((file) => !sharesNone(file))
  const size = Math.min(most, Math.ceil(together.length / processes))
  const first = longest.filter((file) => files.includes(file))
  const others = files.filter((file) => sharesNone(file) && !first.includes(file))
  const groups: string[][] = [...first, ...others].map((file) => [file])
  for (let i = 0; i < together.length; i += size) groups.push(together.slice(i, i + size))
  return groups
}
