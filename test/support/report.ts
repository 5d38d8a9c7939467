// Prints one line per test file as it ends and every failure in full; answers the line with the totals.

import { relative } from 'node:path'
import type { TestsStream } from 'node:test'
import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'

type Result = Extract<TestEvent, { type: 'test:fail' | 'test:pass' }>['data']

export async function report(stream: TestsStream, root: string): Promise<{ totals: string; succeeded: boolean }> {
  const startedAt = performance.now()
  const counts = { passed: 0, failed: 0, skipped: 0 }
  const path: string[] = []
  let succeeded = true
  for await (const event of stream as AsyncIterable<TestEvent>) {
    if (event.type === 'test:start') path.splice(event.data.nesting, path.length, event.data.name)
    if (event.type === 'test:stdout' || event.type === 'test:stderr') process.stdout.write(event.data.message)
    if (event.type === 'test:pass' && event.data.details.type !== 'suite')
      counts[isSkipped(event.data) ? 'skipped' : 'passed']++
    if (event.type === 'test:fail' && isOwnFailure(event.data)) {
      counts.failed++
      console.log(failureText(event.data, path.slice(0, event.data.nesting), root))
    }
    if (event.type === 'test:summary') {
      if (event.data.file === undefined) succeeded = event.data.success
      else console.log(fileLine(event.data, root))
    }
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const { passed, failed, skipped } = counts
  return {
    totals: `${passed + failed + skipped} tests: ${passed} passed, ${failed} failed, ${skipped} skipped, ${seconds} s`,
    succeeded,
  }
}

function isSkipped(result: Result): boolean {
  return result.skip !== undefined || result.todo !== undefined
}

/** A suite that fails only because of a test inside it says nothing new, and neither does a file that Ctrl-C ended. */
function isOwnFailure(result: Result): boolean {
  const error = 'error' in result.details ? (result.details.error as Error & { failureType?: string }) : undefined
  const wasInterrupted = (error?.cause as Error | undefined)?.name === 'AbortError' || error?.name === 'AbortError'
  return error?.failureType !== 'subtestsFailed' && !wasInterrupted && result.todo === undefined
}

function failureText(result: Result, parents: string[], root: string): string {
  const error = 'error' in result.details ? (result.details.error as Error) : undefined
  const place = result.file ? `${relative(root, result.file)}:${result.line ?? 0}` : ''
  const text = causeText(error?.cause ?? error).replaceAll('\n', '\n    ')
  return `\n  ✖ ${[...parents, result.name].join(' › ')}\n    ${place}\n    ${text}\n`
}

/** The stack says it all once; an assertion's other fields repeat both values. */
function causeText(cause: unknown): string {
  const stack = cause instanceof Error ? cause.stack : undefined
  const text = stack ?? inspect(cause, { depth: 4 })
  return text.replace(/\n\s+at .*\(node:internal.*|\n\s+at (async )?node:internal.*|\n\s+at .*<anonymous>\)/g, '')
}

function fileLine(summary: Extract<TestEvent, { type: 'test:summary' }>['data'], root: string): string {
  const { tests, passed, skipped, todo } = summary.counts
  const bad = tests - passed - skipped - todo
  const file = relative(root, summary.file ?? '')
  return `${summary.success ? '✔' : '✖'} ${file} (${tests} tests${bad ? `, ${bad} failed` : ''}, ${Math.round(summary.duration_ms)} ms)`
}
