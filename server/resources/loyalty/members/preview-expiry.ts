import type { StoreReads } from '#platform/db/db.ts'
import { readFacts } from '../points/commands.ts'
import { fold } from '../points/rules.ts'
import { findTerms } from '../program/commands.ts'
import { dates, type Terms } from '../program/rules.ts'
import * as store from './store.ts'

const membersAtOnce = 500
/** Maximum number of members in a preview. A larger store gets a sample, and the response states this. */
const maxMembers = 20_000
const yearMs = 366 * 86_400_000
const firstId = '00000000-0000-0000-0000-000000000000'

export async function previewExpiry(tx: StoreReads, { startsAt, days }: { startsAt?: string; days?: number }) {
  const now = tx.now.getTime()
  const terms = await findTerms(tx)
  const months = new Map<string, { members: Set<string>; points: number }>()
  const losing = new Set<string>()
  let points = 0
  let after: string | undefined = terms ? firstId : undefined
  let seen = 0
  while (terms && after !== undefined && seen < maxMembers) {
    const ids = (await store.listHolders(tx, after, membersAtOnce)).map(({ id }) => id)
    for (const { id, at, lapsing } of await previewLapses(tx, chosen(terms, startsAt, days, now), ids, now)) {
      const month = formatMonth(at, terms.timezone)
      const entry = months.get(month) ?? { members: new Set(), points: 0 }
      entry.members.add(id)
      entry.points += lapsing
      months.set(month, entry)
      losing.add(id)
      points += lapsing
    }
    seen += ids.length
    after = ids.length === membersAtOnce ? ids.at(-1) : undefined
  }
  return {
    members: losing.size,
    points,
    months: [...months]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([month, entry]) => ({ month, members: entry.members.size, points: entry.points })),
    complete: after === undefined,
  }
}

/** A missing start means now, because expiry that a merchant enables without a start date also begins immediately. */
function chosen(terms: Terms, startsAt: string | undefined, days: number | undefined, now: number): Terms {
  if (days === undefined && startsAt === undefined) return terms
  const from = startsAt === undefined ? now : Date.parse(startsAt)
  return { ...terms, ...dates({ startsAt: from, days: days ?? 365 }, terms.timezone) }
}

async function previewLapses(tx: StoreReads, terms: Terms, ids: readonly string[], now: number) {
  const factsById = await readFacts(tx, ids)
  return ids.flatMap((id) => {
    const { steps } = fold(factsById(id), terms.lapseAt, terms.graceAt, now + yearMs)
    return steps
      .filter(({ kind, at }) => kind === 'expiry' && at > now)
      .map(({ at, delta }) => ({ id, at: at - 1, lapsing: -delta }))
  })
}

const formatMonth = (at: number, timezone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone).toPlainDate().toString().slice(0, 7)
