// Which test files share a process. Loading the service costs a process more than most files take, and a second service starts
// in a third of the time of the first.

import { join } from 'node:path'

/**
 * How many files share a process: enough to load the service seldom, and few enough that the last process is not alone for long.
 * Long ones take half a minute each, as do those with a browser.
 */
const most = { usual: 40, long: 20, browser: 5 }

/** What measures its own memory shares no process. */
const alone = ['server/platform/http/receive/body.test.ts', 'server/platform/files/images/processing.test.ts']

/** What takes longest begins first, by itself: begun last, one process would work on while the others have nothing left. */
const longest = [
  'test/contract/operations.test.ts',
  'test/contract/answers.test.ts',
  'server/resources/connectors/shop-reading/crash.test.ts',
  'server/resources/analytics/engine/sums.long.test.ts',
  'test/contract/hostile-fields.long.test.ts',
  'test/contract/foreign-ids.long.test.ts',
  'server/resources/loyalty/faults.test.ts',
  'demo/load.long.test.ts',
  'server/resources/email/templates/renderer.long.test.ts',
  'server/resources/connectors/sending/crash.test.ts',
  'server/resources/imports/crash.test.ts',
  'server/resources/billing/stripe/faults.test.ts',
  'test/e2e/admin-shops.test.ts',
  'test/e2e/clients.test.ts',
  'test/e2e/admin-sending.test.ts',
  'test/e2e/admin.test.ts',
  'test/e2e/admin-email.test.ts',
  'test/e2e/webhook-crashes.test.ts',
  'test/e2e/journey.test.ts',
  'test/e2e/first-run.test.ts',
  'test/e2e/operator.test.ts',
]

export const named = [...longest, ...alone]

/** Walks through all that there is, and what waits for processes to be killed and others to fail, has a set of its own. */
export const isLong = (file: string) => /(?:\.long|\/crash|\/faults)\.test\.ts$/.test(file)

const hasBrowser = (file: string) => file.startsWith(join('test', 'e2e'))

/**
 * Neighbours, so that what a process ran is easily run again: `npm test -- <its files>`. Of a few files each has a process,
 * as long as there are places where they run at the same time.
 */
export function inProcesses(files: readonly string[], processes: number): string[][] {
  const first = longest.filter((file) => files.includes(file))
  const rest = files.filter((file) => !first.includes(file))
  const together = rest.filter((file) => !alone.includes(file))
  return [
    ...[...first, ...rest.filter((file) => alone.includes(file))].map((file) => [file]),
    ...inGroups(together.filter(hasBrowser), processes, most.browser),
    ...inGroups(
      together.filter((file) => isLong(file) && !hasBrowser(file)),
      processes,
      most.long,
    ),
    ...inGroups(
      together.filter((file) => !isLong(file) && !hasBrowser(file)),
      processes,
      most.usual,
    ),
  ]
}

function inGroups(files: readonly string[], processes: number, most: number): string[][] {
  const size = Math.min(most, Math.ceil(files.length / processes))
  const groups: string[][] = []
  for (let i = 0; i < files.length; i += size) groups.push(files.slice(i, i + size))
  return groups
}
