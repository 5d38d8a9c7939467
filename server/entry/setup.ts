// `evident setup`: the first organization, owner, store and key of an installation, or one more of each.
import { auditAs } from '#platform/audit.ts'
import { newId } from '#platform/ids.ts'
import { foundOrganization, openStore } from '#resources/account/commands.ts'
import { createKey } from '#resources/api-keys/commands.ts'
import type { Service } from './service.ts'

export type SetupRequest = {
  org: string
  owner: string
  password: string
  store: string
  origins: string[]
  /** Nothing that a caller of the API could say. */
  platform?: 'demo'
}
export type SetupResult = { organizationId: string; storeEnvId: string; ownerEmail: string; apiKey: string }

export async function setup(service: Service, request: SetupRequest): Promise<SetupResult> {
  const { users, clock } = service.services
  const email = request.owner.trim().toLowerCase()
  // One person may own several organizations; their password stays what it is.
  const owner =
    (await users.findByEmail(email)) ??
    (await users.create({ email, name: email.split('@')[0] ?? email, password: request.password }))
  const organizationId = newId(clock.nowMs())
  const audit = auditAs({ type: 'operator' })
  return service.db.organization(organizationId, 'write', async (tx) => {
    await foundOrganization(tx, request.org, owner)
    const storeEnvId = await openStore(tx, audit, {
      name: request.store,
      origins: request.origins,
      platform: request.platform,
    })
    const { key } = await createKey(tx, audit, {
      name: 'Setup key',
      role: 'ADMIN',
      scopes: [],
      expiresAt: null,
      createdBy: owner.id,
    })
    return { organizationId, storeEnvId, ownerEmail: email, apiKey: key }
  })
}
