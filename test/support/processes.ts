// Test files share a process, because loading the service takes longer than running most files. A second service in a
// process starts in a third of the time.

import { join } from 'node:path'

/**
 * Files per process: enough to load the service rarely, and few enough that the last process does not run alone for long.
 */
const most = { usual: 40, long: 20, browser: 5 }

/** Files that measure their memory need their own process. */
const alone = ['server/platform/files/images/processing.test.ts', 'server/platform/http/receive/body.test.ts']

/** The longest files start first, each in its own process. If they started last, one process would run alone at the end. */
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

/** Tests that call the whole API and tests that kill processes form a separate set. */
export const isLong = (file: string) => /(?:\.long|\/crash|\/faults)\.test\.ts$/.test(file)

const hasBrowser = (file: string) => file.startsWith(join('test', 'e2e'))

/** Neighbouring files share a process, so that they are easy to run again: `npm test -- <its files>`. */
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
