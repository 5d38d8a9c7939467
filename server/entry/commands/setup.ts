import { auditAs } from '#platform/audit/audit.ts'
import { findWeakness } from '#platform/auth/passwords.ts'
import type { Person, UserAuth } from '#platform/auth/users.ts'
import { newId } from '#platform/values/ids.ts'
import { openStore } from '#resources/account/commands.ts'
import { bindReferral, findReferring, isCode } from '#resources/affiliates/commands.ts'
import { createKey } from '#resources/api-keys/commands.ts'
import { createOrganization } from '#resources/orgs/commands.ts'
import { OperatorError } from '../operator.ts'
import type { Service } from '../service.ts'

export type SetupRequest = {
  org: string
  owner: string
  password: string
  store: string
  origins: string[]
  /** Options that callers of the API cannot set. */
  platform?: 'demo'
  currency?: string
  affiliate?: string
}
export type SetupResult = {
  organizationId: string
  storeEnvId: string
  ownerEmail: string
  apiKey: string
}

export async function setup(service: Service, request: SetupRequest): Promise<SetupResult> {
  const { users, clock } = service.services
  const email = request.owner.trim().toLowerCase()
  if (request.affiliate !== undefined && !(await isCode(service.db, request.affiliate)))
    throw new OperatorError(`Unknown affiliate code: ${request.affiliate}. Nothing was created.`)
  const owner = await findOrCreateOwner(users, email, request.password)
  const person = { userId: owner.id, email }
  const referring =
    request.affiliate === undefined ? undefined : await findReferring(service.db, request.affiliate, person)
  const organizationId = newId(clock.nowMs())
  const audit = auditAs({ type: 'operator' })
  return service.db.organization(organizationId, 'write', async (tx) => {
    await createOrganization(tx, request.org, owner)
    const storeEnvId = await openStore(
      tx,
      { audit, config: service.services.config },
      {
        name: request.store,
        origins: request.origins,
        platform: request.platform,
        currency: request.currency,
      },
    )
    const { key } = await createKey(tx, audit, {
      name: 'Setup key',
      role: 'ADMIN',
      scopes: [],
      expiresAt: null,
      createdBy: owner.id,
    })
    if (referring) await bindReferral(tx, referring)
    return { organizationId, storeEnvId, ownerEmail: email, apiKey: key }
  })
}

/**
 * An account with that email address may belong to another person, who got a misdirected invitation. Only the correct
 * password shows that the owner of the new organization is the same person.
 */
async function findOrCreateOwner(users: UserAuth, email: string, password: string): Promise<Person> {
  const known = await users.findByEmail(email)
  if (!known) {
    const weakness = await findWeakness(password, email)
    if (weakness) throw new OperatorError(`The password ${weakness}. Nothing was created.`)
    return users.create({ email, name: email.split('@')[0] ?? email, password, emailVerified: false })
  }
  if (await users.hasPassword(known.id, password)) return known
  throw new OperatorError(
    `${email} has an account here with another password. Nothing was created. "evident users reset --email ${email}" makes a link to choose a new one.`,
  )
}
