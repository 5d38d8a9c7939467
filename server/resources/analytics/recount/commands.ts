import type { StoreDb, StoreScope, StreamTx } from '#platform/db/db.ts'
import { notFound } from '#platform/values/errors.ts'
import { recountMail } from '../email/recount.ts'
import { recountRequests } from '../requests/recount.ts'
import { dayOf } from '../rules.ts'
import { findFacts } from '../store.ts'
import { readKept } from '../sums/commands.ts'
import {
  dayOfNumber,
  isRight,
  type Kept,
  lengths,
  numberOf,
  periodWith,
  pieceOf,
  type Summed,
  spanOf,
} from '../sums/rules.ts'
import * as sums from '../sums/store.ts'
import {
  addAll,
  addFact,
  addWaits,
  type Difference,
  differencesOf,
  type Numbers,
  numbersOf,
  percentilesOf,
} from './rules.ts'
import { listSummed, streamFacts } from './store.ts'
import { recountWords } from './words.ts'

export type Recount = { from: string; to: string; differences: Difference[] }

/** No one reads more of them, and a store whose sums are all wrong would have millions. */
const mostDifferences = 1000

/**
 * Counts one review after the other, and compares each span of days with its sum; a day that has none, with what a report would count.
 * Then one text after the other with its words, one mail and one review request after the other.
 * Everything is read from one snapshot, and no more is held of it than what the longest span comes to.
 */
export function recountStore(db: StoreDb, scope: StoreScope): Promise<Recount> {
  return db.stream('export', scope).read(async (tx) => {
    const facts = await findFacts(tx)
    if (!facts) throw notFound('store')
    const { timezone } = facts
    const today = numberOf(dayOf(tx.now, timezone))
    const unseen = await listSummed(tx)
    const kept: Kept = await readKept(tx, timezone, { start: -far, end: today + far })
    const compare = createComparison(tx, timezone, kept)
    let open: Span[] = []
    let periods: Span[] = []
    let start: number | undefined
    const close = async (still: (span: Span) => boolean) => {
      // The narrow ones first, which the wider ones are made of.
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
    for await (const batch of streamFacts(tx))
      for (const fact of batch) {
        const day = numberOf(dayOf(new Date(fact.submittedAt), timezone))
        start ??= day
        const narrow = open.find((span) => span.days === 1)
        if (narrow?.start !== day) {
          await close((span) => day < span.start + span.days)
          for (const length of lengths)
            if (!open.some(({ days }) => days === length)) open.push({ ...spanOf(day, length), numbers: new Map() })
          for (const period of Object.values(periodWith).map((spanWith) => spanWith(day)))
            if (!periods.some(({ start, days }) => start === period.start && days === period.days))
              periods.push({ ...period, numbers: new Map() })
        }
        addFact(open.find((span) => span.days === 1)?.numbers as Numbers, fact)
      }
    await close(() => false)
    for (const { days, firstDay } of unseen.sums) await compare({ days, start: numberOf(firstDay), numbers: new Map() })
    for (const { days, firstDay } of unseen.acts)
      await compare.acts({ days, start: numberOf(firstDay), numbers: new Map() })
    const words = await recountWords(tx, timezone, kept)
    const mail = await recountMail(tx, timezone)
    const requests = await recountRequests(tx, timezone)
    const differences = [...compare.differences, ...words, ...mail, ...requests].slice(0, mostDifferences)
    return { from: dayOfNumber(start ?? today), to: dayOfNumber(today), differences }
  })
}

type Span = Summed & { numbers: Numbers }

const far = 400_000

function createComparison(tx: StreamTx, timezone: string, kept: Kept) {
  const differences: Difference[] = []
  const add = (found: Difference[]) => differences.push(...found.slice(0, mostDifferences - differences.length))
  const sumsSeen = createSeen()
  const compare = async ({ start, days, numbers }: Span): Promise<void> => {
    const span = { start, days }
    if (sumsSeen(span)) return
    const isSummed = isRight(span, kept)
    if (!isSummed && (days > 1 || numbers.size === 0)) return
    const { begin, end } = pieceOf({ start, end: start + days }, timezone)
    const [rows, waits] = isSummed ? await sums.findSums(tx, span) : await sums.countSums(tx, { ...span, begin, end })
    add(differencesOf({ date: dayOfNumber(start), days }, numbersOf(rows, waits), numbers))
  }
  const actsSeen = createSeen()
  const acts = async ({ start, days, numbers }: Span): Promise<void> => {
    const period = { start, days }
    if (actsSeen(period) || !isRight(period, kept)) return
    const none = percentilesOf(new Map())
    const reported = (await sums.findActs(tx, period)) ?? none
    const recounted = percentilesOf(numbers)
    for (const field of Object.keys(none) as (keyof typeof none)[])
      if (reported[field] !== recounted[field]) {
        const at = { date: dayOfNumber(start), days, field }
        add([{ ...at, reported: reported[field] ?? -1, recounted: recounted[field] ?? -1 }])
      }
  }
  return Object.assign(compare, { acts, differences })
}

/** Answers whether it was asked for the same before. */
function createSeen(): (span: Summed) => boolean {
  const seen = new Set<string>()
  return ({ start, days }) => {
    const key = `${start} ${days}`
    const isSeen = seen.has(key)
    seen.add(key)
    return isSeen
  }
}
