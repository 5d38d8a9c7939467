// Prints one line for each test file as it ends, every failure in full, and the ten slowest files. Returns the line with the
// totals. Files that share a process arrive as suites of that process (`shared-process.ts`) and are reported like any other
// file. A file without tests fails, because its tests were lost or counted for another file.

import { join, relative } from 'node:path'
import type { TestsStream } from 'node:test'
import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'

type Result = Extract<TestEvent, { type: 'test:fail' | 'test:pass' }>['data']

export type RanFile = { name: string; tookMs: number }

/**
 * `groups` maps the path of each file that runs a shared process to the test files in it. `isFiltered`: only tests with a
 * given name run, so a file may have none.
 */
export async function report(
  stream: TestsStream,
  root: string,
  groups: ReadonlyMap<string, readonly string[]>,
  isFiltered: boolean,
): Promise<{ totals: string; succeeded: boolean; files: RanFile[] }> {
  const startedAt = performance.now()
  const counts = { passed: 0, failed: 0, skipped: 0 }
  let ofFile = { tests: 0, failed: 0 }
  const path: string[] = []
  const files: RanFile[] = []
  let succeeded = true
  let isWhole = true
  const endFile = (name: string, tookMs: number) => {
    files.push({ name, tookMs })
    isWhole &&= ofFile.tests > 0 || isFiltered
    console.log(fileLine(name, ofFile, tookMs, isFiltered))
  }
  for await (const event of stream as AsyncIterable<TestEvent>) {
    if (event.type === 'test:start') path.splice(event.data.nesting, path.length, event.data.name)
    if (event.type === 'test:stdout' || event.type === 'test:stderr') process.stdout.write(event.data.message)
    // A skipped suite reports none of its tests.
    if (event.type === 'test:pass' && (event.data.details.type !== 'suite' || isSkipped(event.data))) {
      if (typeof event.data.skip === 'string') console.log(`SKIPPED: ${event.data.name}: ${event.data.skip}`)
      counts[isSkipped(event.data) ? 'skipped' : 'passed']++
      ofFile.tests++
    }
    if (event.type === 'test:fail' && isOwnFailure(event.data)) {
      counts.failed++
      ofFile.tests++
      ofFile.failed++
      console.log(failureText(event.data, path.slice(0, event.data.nesting), root, groups))
    }
    if ((event.type === 'test:pass' || event.type === 'test:fail') && isFile(event.data)) {
      endFile(event.data.name, event.data.details.duration_ms)
      ofFile = { tests: 0, failed: 0 }
    }
    if (event.type === 'test:summary') {
      const { file, success, duration_ms: tookMs } = event.data
      if (file === undefined) succeeded = success
      else if (!groups.has(file)) endFile(relative(root, file), tookMs)
      ofFile = { tests: 0, failed: 0 }
    }
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const { passed, failed, skipped } = counts
  if (files.length > slowest) console.log(slowestText(files))
  return {
    totals: `${passed + failed + skipped} tests: ${passed} passed, ${failed} failed, ${skipped} skipped, ${seconds} s`,
    succeeded: succeeded && isWhole,
    files,
  }
}

const slowest = 10

function slowestText(files: readonly RanFile[]): string {
  const lines = files
    .toSorted((a, b) => b.tookMs - a.tookMs)
    .slice(0, slowest)
    .map(({ name, tookMs }) => `${(tookMs / 1000).toFixed(1).padStart(7)} s  ${name}`)
  return [`The ${slowest} slowest files:`, ...lines].join('\n')
}

function isSkipped(result: Result): boolean {
  return result.skip !== undefined || result.todo !== undefined
}

/** Excludes a suite that fails only because of a test inside it, a file that Ctrl-C ended, and a test marked "todo". */
function isOwnFailure(result: Result): boolean {
  const error = 'error' in result.details ? (result.details.error as Error & { failureType?: string }) : undefined
  const wasInterrupted = (error?.cause as Error | undefined)?.name === 'AbortError' || error?.name === 'AbortError'
  return error?.failureType !== 'subtestsFailed' && !wasInterrupted && result.todo === undefined
}

const sharing = join(import.meta.dirname, 'shared-process.ts')

function isFile(result: Result): boolean {
  return result.nesting === 0 && result.details.type === 'suite' && result.file === sharing
}

function failureText(
  result: Result,
  parents: string[],
  root: string,
  groups: ReadonlyMap<string, readonly string[]>,
): string {
  const error = 'error' in result.details ? (result.details.error as Error) : undefined
  const isOfTest = result.file !== undefined && result.file !== sharing && !groups.has(result.file)
  const location = isOfTest ? `${relative(root, result.file ?? '')}:${result.line ?? 0}` : ''
  const text = causeText(error?.cause ?? error).replaceAll('\n', '\n    ')
  // If a process ended early, all its files are named.
  const name = groups.get(result.name)?.join(', ') ?? result.name
  return `\n  ✖ ${[...parents.filter((each) => !/\.test\.m?[jt]s$/.test(each)), name].join(' › ')}\n    ${location}\n    ${text}\n`
}

/** The stack contains everything. The other fields of an assertion only repeat the actual and the expected value. */
function causeText(cause: unknown): string {
  const stack = cause instanceof Error ? cause.stack : undefined
  const text = stack ?? inspect(cause, { depth: 4 })
  return text.replace(/\n\s+at .*\(node:internal.*|\n\s+at (async )?node:internal.*|\n\s+at .*<anonymous>\)/g, '')
}

function fileLine(
  file: string,
  { tests, failed }: { tests: number; failed: number },
  tookMs: number,
  isFiltered: boolean,
): string {
  const wrong = tests === 0 && !isFiltered ? ', none ran' : failed ? `, ${failed} failed` : ''
  return `${wrong ? '✖' : '✔'} ${file} (${tests} tests${wrong}, ${Math.round(tookMs)} ms)`
}
