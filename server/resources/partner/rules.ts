import { conflict, forbidden, invalidField } from '#platform/values/errors.ts'

export const maxGrants = 100

export const partnerAccess = 'partner_access'

export const tooManyGrants = () =>
  conflict(`An organization can give at most ${maxGrants} grants. End one first.`, 'limit_reached')

export const offerExpired = () => conflict('This offer has expired. Ask the other organization to extend it.')

export const notOwnStore = () =>
  forbidden('store_env_forbidden', 'One of the stores named in storeEnvIds does not belong to your organization.')

export function requireFuture(expiresAt: string | null | undefined, now: Date): void {
  if (expiresAt && Date.parse(expiresAt) <= now.getTime()) throw invalidField('/expiresAt', 'must be in the future')
}
