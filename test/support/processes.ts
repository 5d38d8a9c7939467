// Test files share a process, because loading the service takes longer than running most files. A second service in a
// process starts in a third of the time.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Files per process: enough to load the service rarely, and few enough that the last process does not run alone for long.
 */
const most = { usual: 60, long: 20, browser: 5 }

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
  'server/entry/failover.long.test.ts',
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

/** Neighboring files share a process, so that they are easy to run again: `npm test -- <its files>`. */
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

/** Durations of the slow files. `WRITE_SECONDS=1 npm test` measures them again. */
export const secondsPath = join(import.meta.dirname, 'seconds.json')
export const slowSeconds = 2.5
const seconds: Readonly<Record<string, number>> = JSON.parse(readFileSync(secondsPath, 'utf8'))
const otherSeconds = 0.6
/** Minimum work of a process. With less work, a process would mostly load the service. */
const leastSeconds = 25

const secondsOf = (file: string) => seconds[file] ?? otherSeconds

/** Later processes get less work, so that all end at about the same time. */
function inGroups(files: readonly string[], processes: number, most: number): string[][] {
  const mostFiles = Math.min(most, Math.ceil(files.length / processes))
  let remaining = files.reduce((sum, file) => sum + secondsOf(file), 0)
  const groups: string[][] = []
  let room = 0
  for (const file of files) {
    const group = groups.at(-1)
    if (!group || room <= 0 || group.length === mostFiles) {
      groups.push([file])
      room = Math.max(leastSeconds, remaining / (1.5 * processes))
    } else group.push(file)
    room -= secondsOf(file)
    remaining -= secondsOf(file)
  }
  return groups
}
