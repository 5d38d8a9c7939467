// Merges ledger entries with stored acts, because the ledger contains neither replies nor names.
import type { ActKind, PastAct, PastKind } from './schema.ts'

export type StoredAct = {
  at: string
  kind: ActKind
  role: PastAct['by']['role']
  via: PastAct['by']['via']
  name: string | null
  count: number | null
}

export type Entry = {
  at: string
  type: string
  by: { role: PastAct['by']['role']; via: PastAct['by']['via'] }
  data: Partial<Omit<PastAct, 'by' | 'kind' | 'at'>> & { policy?: number | null }
}

const kindsOfEntries: Record<string, PastKind> = {
  submitted: 'submitted',
  verified: 'verified',
  incentive: 'incentive',
  moderated: 'decided',
  hidden: 'decided',
  edited: 'edited',
  moved: 'moved',
  photo_removed: 'photo_removed',
  appealed: 'appealed',
  appeal_decided: 'appeal_decided',
  anonymized: 'anonymized',
}

export const mostActs = 500

/**
 * Sorted newest first. One transaction has one caller, so an act and a ledger entry with the same time have the same actor.
 */
export function buildHistory(entries: readonly Entry[], stored: readonly StoredAct[]): PastAct[] {
  const names = new Map(stored.map(({ at, name }) => [Date.parse(at), name]))
  const ofLedger = entries.flatMap((entry) => toAct(entry, names) ?? [])
  const beside = stored.flatMap(({ at, kind, role, via, name, count }): PastAct[] =>
    kind === 'changed' ? [] : [{ kind, at, by: { role, via, name }, ...(count !== null && { count }) }],
  )
  return [...ofLedger, ...beside]
    .map((act, i) => ({ act, i }))
    .sort((a, b) => Date.parse(b.act.at) - Date.parse(a.act.at) || b.i - a.i)
    .slice(0, mostActs)
    .map(({ act }) => act)
}

function toAct({ at, type, by, data }: Entry, names: ReadonlyMap<number, string | null>): PastAct | undefined {
  const kind = kindsOfEntries[type]
  if (kind === undefined) return undefined
  const isOfPeople = by.role !== 'REVIEWER' && by.role !== 'SYSTEM'
  const name = isOfPeople ? (names.get(Date.parse(at)) ?? null) : null
  return { kind, at, by: { ...by, name }, ...toActFacts(kind, data) }
}

function toActFacts(kind: PastKind, data: Entry['data']): Partial<PastAct> {
  const { source, rating, verified, from, to, reason = null, policy = null, fields, decision } = data
  if (kind === 'submitted') return { ...(source && { source }), ...(rating !== undefined && { rating }) }
  if (kind === 'verified') return { ...(verified !== undefined && { verified }) }
  if (kind === 'decided') return { ...(from && { from }), ...(to && { to }), reason, policyVersion: policy }
  if (kind === 'moved') return { ...(from && { fromProduct: from }), ...(to && { toProduct: to }) }
  if (kind === 'edited') return { ...(fields && { fields }) }
  if (kind === 'appeal_decided') return { ...(decision && { decision }) }
  return {}
}
