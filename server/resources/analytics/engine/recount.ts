import type { StoreDb, StoreScope, StreamTx } from '#platform/db/db.ts'
import { notFound } from '#platform/values/errors.ts'
import { recountMail } from '../activity/mail-recount.ts'
import { recountRequests } from '../requests/recount.ts'
import { dayOf } from '../rules.ts'
import { findFacts } from '../store.ts'
import { readSummedDays } from './commands.ts'
import {
  addAll,
  addFact,
  addWaits,
  computePercentiles,
  type Difference,
  listDifferences,
  type Numbers,
  sumNumbers,
} from './recount-rules.ts'
import {
  alignSpan,
  type DaySpan,
  dayOfNumber,
  isRight,
  lengths,
  periodWith,
  type SummedDays,
  toDayNumber,
  toPiece,
} from './rules.ts'
import * as store from './store.ts'

export type Recount = { from: string; to: string; differences: Difference[] }

/** The list is limited, because a store whose sums are all wrong would have millions of differences. */
const mostDifferences = 1000

/** All reads share one snapshot. Memory use grows with the longest span, not with the whole history. */
export function recountStore(db: StoreDb, scope: StoreScope): Promise<Recount> {
  return db.stream('export', scope).read(async (tx) => {
    const facts = await findFacts(tx)
    if (!facts) throw notFound('store')
    const { timezone } = facts
    const today = toDayNumber(dayOf(tx.now, timezone))
    const unseen = await store.listSummed(tx)
    const summedDays: SummedDays = await readSummedDays(tx, timezone, { start: -far, end: today + far })
    const compare = createComparison(tx, timezone, summedDays)
    let open: Span[] = []
    let periods: Span[] = []
    let start: number | undefined
    const close = async (still: (span: Span) => boolean) => {
      // Shorter spans come first, because their numbers are added to longer spans.
      for (const span of open.filter((each) => !still(each)).sort((a, b) => a.days - b.days)) {
        await compare(span)
        const wider = open.find(({ days }) => days === lengths[lengths.indexOf(span.days as 1) - 1])
        if (wider) addAll(wider.numbers, span.numbers)
        if (span.days === 1) for (const period of periods) addWaits(period.numbers, span.numbers)
      }
      for (const period of periods.filter((each) => !still(each))) await compare.acts(period)
      open = open.filter(still)
      periods = periods.filter(still)
    }
    for await (const batch of store.streamFacts(tx))
      for (const fact of batch) {
        const day = toDayNumber(dayOf(new Date(fact.submittedAt), timezone))
        start ??= day
        const narrow = open.find((span) => span.days === 1)
        if (narrow?.start !== day) {
          await close((span) => day < span.start + span.days)
          for (const length of lengths)
            if (!open.some(({ days }) => days === length)) open.push({ ...alignSpan(day, length), numbers: new Map() })
          for (const period of Object.values(periodWith).map((spanWith) => spanWith(day)))
            if (!periods.some(({ start, days }) => start === period.start && days === period.days))
              periods.push({ ...period, numbers: new Map() })
        }
        addFact(open.find((span) => span.days === 1)?.numbers as Numbers, fact)
      }
    await close(() => false)
    for (const { days, firstDay } of unseen.sums)
      await compare({ days, start: toDayNumber(firstDay), numbers: new Map() })
    for (const { days, firstDay } of unseen.acts)
      await compare.acts({ days, start: toDayNumber(firstDay), numbers: new Map() })
    const mail = await recountMail(tx, timezone)
    const requests = await recountRequests(tx, timezone)
    const differences = [...compare.differences, ...mail, ...requests].slice(0, mostDifferences)
    return { from: dayOfNumber(start ?? today), to: dayOfNumber(today), differences }
  })
}

type Span = DaySpan & { numbers: Numbers }

const far = 400_000

function createComparison(tx: StreamTx, timezone: string, summedDays: SummedDays) {
  const differences: Difference[] = []
  const add = (found: Difference[]) => differences.push(...found.slice(0, mostDifferences - differences.length))
  const sumsSeen = createSeen()
  const compare = async ({ start, days, numbers }: Span): Promise<void> => {
    const span = { start, days }
    if (sumsSeen(span)) return
    const isSummed = isRight(span, summedDays)
    if (!isSummed && (days > 1 || numbers.size === 0)) return
    const { begin, end } = toPiece({ start, end: start + days }, timezone)
    const [rows, waits] = isSummed ? await store.findSums(tx, span) : await store.countSums(tx, { ...span, begin, end })
    add(listDifferences({ date: dayOfNumber(start), days }, sumNumbers(rows, waits), numbers))
  }
  const actsSeen = createSeen()
  const acts = async ({ start, days, numbers }: Span): Promise<void> => {
    const period = { start, days }
    if (actsSeen(period) || !isRight(period, summedDays)) return
    const none = computePercentiles(new Map())
    const reported = (await store.findActs(tx, period)) ?? none
    const recounted = computePercentiles(numbers)
    for (const field of Object.keys(none) as (keyof typeof none)[])
      if (reported[field] !== recounted[field]) {
        const at = { date: dayOfNumber(start), days, field }
        add([{ ...at, reported: reported[field] ?? -1, recounted: recounted[field] ?? -1 }])
      }
  }
  return Object.assign(compare, { acts, differences })
}

/** Returns a function that is true for a span it has already received. */
function createSeen(): (span: DaySpan) => boolean {
  const seen = new Set<string>()
  return ({ start, days }) => {
    const key = `${start} ${days}`
    const isSeen = seen.has(key)
    seen.add(key)
    return isSeen
  }
}
