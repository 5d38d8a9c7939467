import { conflict, forbidden, invalidField } from '#platform/values/errors.ts'

export const maxGrants = 100

/** The feature that a plan may or may not include. */
export const partnerAccess = 'partner_access'

export const tooManyGrants = () =>
  conflict(`An organization gives at most ${maxGrants} grants; end some.`, 'limit_reached')

export const offerExpired = () => conflict('This offer has expired. Ask the other organization for a later end.')

export const notOwnStore = () =>
  forbidden('store_env_forbidden', 'One of the stores named in storeEnvIds is not yours.')

export function requireFuture(expiresAt: string | null | undefined, now: Date): void {
  if (expiresAt && Date.parse(expiresAt) <= now.getTime()) throw invalidField('/expiresAt', 'must be in the future')
}
