// The reports' numbers once more, from one review after the other: what the database adds up has to agree. Pure.
import { added, type CountedReviews, none } from '../reviews/rules.ts'
import { dayOf, type Span } from '../rules.ts'

export type Fact = {
  rating: number
  status: 'pending' | 'approved' | 'rejected' | 'spam'
  verified: boolean
  photos: number
  isReplied: boolean
  isIncentivized: boolean
  isImported: boolean
  submittedAt: string
}

export type Difference = { date: string; field: string; reported: number; recounted: number }

export function createRecount(timezone: string) {
  const days = new Map<string, CountedReviews>()
  return {
    add(fact: Fact): void {
      const day = dayOf(new Date(fact.submittedAt), timezone)
      days.set(day, added(days.get(day) ?? none, countsOf(fact)))
    },
    differences({ periods }: Span, reported: readonly CountedReviews[]): Difference[] {
      return periods.flatMap(({ date }, i) => {
        const row = reported.find(({ period }) => period === i + 1) ?? none
        const own = days.get(date) ?? none
        return fields.flatMap((field) =>
          row[field] === own[field] ? [] : [{ date, field, reported: row[field], recounted: own[field] }],
        )
      })
    },
  }
}

const fields = (Object.keys(none) as (keyof CountedReviews)[]).filter((field) => field !== 'period')

const stars = ['ones', 'twos', 'threes', 'fours', 'fives'] as const

function countsOf(fact: Fact): CountedReviews {
  const counts = { ...none, received: 1, [fact.status]: 1, [stars[fact.rating - 1] as string]: 1 }
  return {
    ...counts,
    verified: Number(fact.verified),
    withPhotos: Number(fact.photos > 0),
    withReply: Number(fact.isReplied),
    incentivized: Number(fact.isIncentivized),
    imported: Number(fact.isImported),
  }
}
