import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { beforeCommit, type Subscriber } from '#platform/events.ts'
import { reviewApproved, reviewMarkedSpam, reviewRejected, reviewReplied } from '#resources/reviews/events.ts'
import { type Act, recordFirst } from '../first-acts/store.ts'
import type { Span } from '../rules.ts'
import { readKept } from '../sums/commands.ts'
import { cut, daysOf, sourcesOf, sourcesOfPeriods } from '../sums/rules.ts'
import { countsOfDay, countsOfParts, moderationReport, placesOf, wantedOf, whole } from './rules.ts'
import type { ModerationReport } from './schema.ts'
import { countClasses, countLengths, findActs } from './store.ts'

/** Single days are read as they were summed; what several come to is not known from theirs. */
export async function readModeration(tx: StoreReads, span: Span): Promise<ModerationReport> {
  const kept = await readKept(tx, span.timezone, daysOf(span))
  const periods = sourcesOfPeriods(span, kept)
  const all = sourcesOf(span.timezone, [{ part: whole, cut: cut(daysOf(span), kept) }])
  const isDays = span.interval === 'day'
  const sources = {
    sums: [...(isDays ? [] : periods.sums), ...all.sums],
    pieces: periods.pieces,
  }
  const ranks = placesOf(await countClasses(tx, sources))
  const parts = countsOfParts(ranks, await countLengths(tx, sources, wantedOf(ranks.places)))
  if (isDays) for (const day of await findActs(tx, periods.sums)) parts.set(day.part, countsOfDay(day))
  return moderationReport(span, parts)
}

const recording = (act: Act) => async (tx: StoreTx, events: readonly { data: { id: string } }[]) => {
  await recordFirst(tx, act, [...new Set(events.map(({ data }) => data.id))])
}

/** Decisions and answers, wherever they come from. */
export const actSubscribers: Subscriber[] = [
  beforeCommit([reviewApproved, reviewRejected, reviewMarkedSpam], recording('decided_at')),
  beforeCommit([reviewReplied], recording('replied_at')),
]
