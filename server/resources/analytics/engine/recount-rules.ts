import type { ActsRow, SumRow, WaitRow } from './rules.ts'

export type Fact = {
  submittedAt: string
  rating: number
  status: 'pending' | 'approved' | 'rejected' | 'spam' | 'deleted'
  reason: string | null
  productId: string | null
  verified: boolean
  photos: number
  isReplied: boolean
  isIncentivized: boolean
  isImported: boolean
  decidedAt: string | null
  repliedAt: string | null
}

export type Difference = { date: string; days: number; field: string; reported: number; recounted: number }

export type Numbers = Map<string, number>

const add = (numbers: Numbers, name: string, count: number) => {
  if (count !== 0) numbers.set(name, (numbers.get(name) ?? 0) + count)
}

export function addAll(numbers: Numbers, more: Numbers): void {
  for (const [name, count] of more) add(numbers, name, count)
}

export function addWaits(numbers: Numbers, more: Numbers): void {
  for (const [name, count] of more) if (/^(decision|reply) after /.test(name)) add(numbers, name, count)
}

const stars = ['ones', 'twos', 'threes', 'fours', 'fives'] as const

export function addFact(numbers: Numbers, fact: Fact): void {
  if (fact.status === 'deleted') {
    add(numbers, `${fact.rating} deleted for ${fact.reason}`, 1)
    return
  }
  const { rating, status } = fact
  add(numbers, 'received', 1)
  add(numbers, stars[rating - 1] as string, 1)
  add(numbers, status, 1)
  add(numbers, 'verified', Number(fact.verified))
  add(numbers, 'withPhotos', Number(fact.photos > 0))
  add(numbers, 'withReply', Number(fact.isReplied))
  add(numbers, 'incentivized', Number(fact.isIncentivized))
  add(numbers, 'imported', Number(fact.isImported))
  add(numbers, `${rating} ${status}`, 1)
  if (status === 'rejected' || status === 'spam') add(numbers, `withheld for ${fact.reason ?? 'unspecified'}`, 1)
  const isLow = rating <= 2
  const product = `product ${fact.productId}`
  add(numbers, `${product} received`, 1)
  add(numbers, `${product} stars`, rating)
  add(numbers, `${product} low`, Number(isLow))
  add(numbers, `${product} unanswered`, Number(isLow && status === 'approved' && !fact.isReplied))
  add(numbers, `${product} waiting`, Number(status === 'pending'))
  if (fact.isImported) return
  const since = Date.parse(fact.submittedAt)
  for (const [act, at] of [
    ['decision', fact.decidedAt],
    ['reply', fact.repliedAt],
  ] as const)
    if (at !== null) add(numbers, `${act} after ${Math.max(0, Math.round((Date.parse(at) - since) / 1000))}`, 1)
}

export function sumNumbers(rows: readonly SumRow[], waits: readonly WaitRow[]): Numbers {
  const numbers: Numbers = new Map()
  for (const row of rows) {
    for (const name of counters) add(numbers, name, row[name])
    for (const { rating, became, reason, count } of row.withheld)
      add(numbers, formatName(rating, became, reason), count)
    for (const { id, ...counts } of row.products)
      for (const [name, count] of Object.entries(counts)) add(numbers, `product ${id} ${name}`, count)
  }
  for (const { act, seconds, counts } of waits)
    for (const [i, second] of seconds.entries()) add(numbers, `${act} after ${second}`, counts[i] ?? 0)
  return numbers
}

const counters = [
  ...['received', 'ones', 'twos', 'threes', 'fours', 'fives', 'pending', 'approved', 'rejected', 'spam'],
  ...['verified', 'withPhotos', 'withReply', 'incentivized', 'imported'],
] as (keyof SumRow & ('received' | 'ones'))[]

function formatName(rating: number | null, became: string | null, reason: string | null): string {
  if (became === 'deleted') return `${rating} deleted for ${reason}`
  return rating === null ? `withheld for ${reason}` : `${rating} ${became}`
}

/** Computes counts and nearest-rank percentiles, as they are stored for days, weeks and months. */
export function computePercentiles(numbers: Numbers): Record<keyof ActsRow, number | null> {
  const sortWaits = (act: 'decision' | 'reply') =>
    [...numbers]
      .filter(([name]) => name.startsWith(`${act} after `))
      .map(([name, count]): [number, number] => [Number(name.slice(act.length + 7)), count])
      .sort(([a], [b]) => a - b)
  const countWaits = (act: 'decision' | 'reply') => sortWaits(act).reduce((sum, [, count]) => sum + count, 0)
  const of = (act: 'decision' | 'reply', share: number) => {
    const waits = sortWaits(act)
    let rank = Math.ceil(share * countWaits(act))
    for (const [second, count] of waits) {
      rank -= count
      if (rank <= 0) return second
    }
    return null
  }
  return {
    ...{ decided: countWaits('decision'), decision50: of('decision', 0.5), decision90: of('decision', 0.9) },
    ...{ replied: countWaits('reply'), reply50: of('reply', 0.5), reply90: of('reply', 0.9) },
  }
}

export function listDifferences(
  at: { date: string; days: number },
  reported: Numbers,
  recounted: Numbers,
): Difference[] {
  const names = new Set([...reported.keys(), ...recounted.keys()])
  return [...names].flatMap((field) => {
    const [said, found] = [reported.get(field) ?? 0, recounted.get(field) ?? 0]
    return said === found ? [] : [{ ...at, field, reported: said, recounted: found }]
  })
}
