import type { StoreReads } from '#platform/db/db.ts'
import type { Span } from '../rules.ts'
import { readKept } from '../sums/commands.ts'
import { cut, daysOf, type Sources, sourcesOf } from '../sums/rules.ts'
import { parts } from './store.ts'

/** Of both spans. */
export async function readSources(tx: StoreReads, span: Span): Promise<Sources> {
  const days = daysOf(span)
  const before = { start: days.start - span.days, end: days.start }
  const kept = await readKept(tx, span.timezone, { start: before.start, end: days.end })
  return sourcesOf(span.timezone, [
    { part: parts.span, cut: cut(days, kept) },
    { part: parts.before, cut: cut(before, kept) },
  ])
}
