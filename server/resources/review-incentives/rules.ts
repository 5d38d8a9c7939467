import { conflict, invalidField } from '#platform/values/errors.ts'
import { firstRefused, type Incentive, type IncentiveChanges, type NewIncentive, type Status } from './schema.ts'

export type Content = Pick<
  Incentive,
  'kind' | 'text' | 'terms' | 'points' | 'code' | 'startsAt' | 'endsAt' | 'lowAt' | 'buyersOnly' | 'fulfil' | 'status'
>

export const isSamePromise = (one: Content, other: Content): boolean =>
  (['kind', 'text', 'terms', 'points', 'code', 'buyersOnly'] as const).every((name) => one[name] === other[name])

export type IncentiveRow = Omit<Incentive, 'appliesTo' | 'pool'> & {
  isGeneral: boolean
  free: number
  given: number
  poolLevel: PoolLevel
  version: number
  activatedAt: string | null
}

export const toIncentive = ({
  isGeneral,
  free,
  given,
  poolLevel: _,
  activatedAt: __,
  version: ___,
  ...row
}: IncentiveRow): Incentive => ({
  ...row,
  appliesTo: isGeneral ? 'everything' : 'selected',
  pool: { free, given },
})

export const toContent = (sent: NewIncentive): Content => ({
  kind: sent.kind,
  text: sent.text.trim(),
  terms: trimText(sent.terms),
  points: sent.points ?? null,
  code: trimText(sent.code),
  startsAt: sent.startsAt ?? null,
  endsAt: sent.endsAt ?? null,
  lowAt: sent.lowAt ?? null,
  buyersOnly: sent.buyersOnly ?? false,
  fulfil: sent.fulfil ?? 'submission',
  status: sent.status ?? 'draft',
})

export const changedContent = (row: Content, changes: IncentiveChanges): Content => ({
  kind: changes.kind ?? row.kind,
  text: changes.text?.trim() ?? row.text,
  terms: changes.terms === undefined ? row.terms : trimText(changes.terms),
  points: changes.points === undefined ? row.points : changes.points,
  code: changes.code === undefined ? row.code : trimText(changes.code),
  startsAt: changes.startsAt === undefined ? row.startsAt : changes.startsAt,
  endsAt: changes.endsAt === undefined ? row.endsAt : changes.endsAt,
  lowAt: changes.lowAt === undefined ? row.lowAt : changes.lowAt,
  buyersOnly: changes.buyersOnly ?? row.buyersOnly,
  fulfil: changes.fulfil ?? row.fulfil,
  status: changes.status ?? row.status,
})

const trimText = (text: string | null | undefined): string | null => text?.trim() || null

/** Throws 400 if a field of the body makes the offer depend on the review's content. */
export function refuseRatings(body: object): void {
  const name = firstRefused(body)
  if (name !== undefined)
    throw invalidField(
      `/${name}`,
      'cannot be given: an incentive is the same for every rating, and for praise and criticism alike',
    )
}

export function refuseUnsound(content: Content, programPoints: number): void {
  const { kind, terms, points, code, startsAt, endsAt } = content
  if (terms?.includes('\0')) throw invalidField('/terms', 'holds a NUL')
  if (kind === 'coupon' && points !== null) throw invalidField('/points', 'belong to kind points alone')
  if (kind === 'points' && code !== null) throw invalidField('/code', 'belongs to kind coupon alone')
  if (kind === 'points' && points === null && programPoints === 0)
    throw invalidField('/points', 'is required, since the loyalty programme has no reviewPoints either')
  if (startsAt !== null && endsAt !== null && Date.parse(endsAt) <= Date.parse(startsAt))
    throw invalidField('/endsAt', 'must be after startsAt')
}

/** Throws 409 if a shown incentive would return to draft, because a shown offer is a promise. */
export function refuseBackwards(before: IncentiveRow, after: Content): void {
  if (before.activatedAt === null) return
  if (after.kind !== before.kind)
    throw conflict('Shoppers have seen this incentive, so its kind cannot change. End it and create another.')
  if (before.status === 'ended' && after.status !== 'ended') throw conflict('This incentive has ended. Create another.')
  if (after.status === 'draft' && before.status !== 'draft')
    throw conflict('Shoppers have seen this incentive, so it cannot become a draft. Pause or end it.')
}

export const isActive = (status: Status): boolean => status === 'active'

export type PoolLevel = 'enough' | 'low' | 'empty'

export const decideLevel = (free: number, lowAt: number | null): PoolLevel =>
  free === 0 ? 'empty' : lowAt !== null && free <= lowAt ? 'low' : 'enough'

const depth = { enough: 0, low: 1, empty: 2 } as const

/** True if owners must be mailed. They get one mail for each level that a falling pool reaches. */
export const hasFallen = (before: PoolLevel, after: PoolLevel): after is 'low' | 'empty' => depth[after] > depth[before]
