import type { StoreReads } from '#platform/db/db.ts'
import { dayOf, type Span } from '../rules.ts'
import { readKept } from '../sums/commands.ts'
import { cut, daysOf, numberOf, type Sources, sourcesOf } from '../sums/rules.ts'
import { attention } from './rules.ts'
import { parts } from './store.ts'

/** Of both spans; of the one that is asked for no sum that has a day on which something may yet be too young to need anybody. */
export async function readSources(tx: StoreReads, span: Span): Promise<Sources> {
  const days = daysOf(span)
  const before = { start: days.start - span.days, end: days.start }
  const kept = await readKept(tx, span.timezone, { start: before.start, end: days.end })
  const youngest = new Date(tx.now.getTime() - Math.max(attention.backlogMs, attention.unansweredMs))
  const old = { ...kept, until: Math.min(kept.until, numberOf(dayOf(youngest, span.timezone))) }
  return sourcesOf(span.timezone, [
    { part: parts.span, cut: cut(days, old) },
    { part: parts.before, cut: cut(before, kept) },
  ])
}
