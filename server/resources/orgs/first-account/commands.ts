// The first account owns the whole installation, so only the operator can create it, once.
import { auditAs } from '#platform/audit/audit.ts'
import { requireGoodPassword } from '#platform/auth/passwords.ts'
import type { Person } from '#platform/auth/users.ts'
import type { Services } from '#platform/calls/services.ts'
import type { CrossDb } from '#platform/db/db.ts'
import { type Client, toClient } from '#platform/identity/client.ts'
import type { Incoming } from '#platform/identity/incoming.ts'
import { invalidField } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { normalizeEmail } from '#platform/values/mask.ts'
import { openStore } from '#resources/account/commands.ts'
import { originRequirement, readStoreOrigin, requireTimezone } from '#resources/account/rules.ts'
import { needsNoToken } from '#resources/account/sign-in/rules.ts'
import { maxNameLength } from '#resources/account/sign-in/schema.ts'
import { createOrganization } from '../commands.ts'
import { requireLine } from '../rules.ts'
import { alreadyMade, firstAccountLimits, isFirstAccountToken, tokenNeeded } from './rules.ts'
import * as store from './store.ts'

type Outside = { db: CrossDb; services: Services; request: Incoming }
type AccountDetails = Record<'name' | 'email' | 'password' | 'organization' | 'store' | 'origin', string> & {
  timezone?: string
  token?: string
}
type StoreDetails = { organization: string; store: string; origin: string; timezone: string | undefined }

export async function makeFirstAccount({ db, services, request }: Outside, given: AccountDetails) {
  const { users, actionLimits, config, secrets } = services
  if (await users.hasAnybody()) throw alreadyMade()
  await actionLimits.spend('first-account', 'all', request.address, firstAccountLimits)
  const isProven = given.token === undefined ? needsNoToken(request, config) : isFirstAccountToken(secrets, given.token)
  if (!isProven) throw tokenNeeded()
  const email = normalizeEmail(given.email)
  const origin = readStoreOrigin(given.origin)
  if (origin === undefined) throw invalidField('/origin', originRequirement)
  requireTimezone(given.timezone)
  const name = requireLine('/name', given.name, maxNameLength)
  const wanted = {
    organization: requireLine('/organization', given.organization, 200),
    store: requireLine('/store', given.store, 200),
    origin,
    timezone: given.timezone,
  }
  await requireGoodPassword(given.password, email)
  // The hash is computed before the lock, because hashing takes time.
  const passwordHash = await users.hashPassword(given.password)
  const client = toClient(request)
  const made = await db.system('write', async (tx) => {
    await store.lock(tx)
    if (await users.hasAnybody()) throw alreadyMade()
    const owner = await users.create({ email, name, passwordHash, emailVerified: false })
    try {
      return await openOrganization({ db, services }, owner, client, wanted)
    } catch (error) {
      // A leftover account without an organization would block the first account for good.
      await users.delete(owner.id)
      throw error
    }
  })
  const cookies = (await users.signIn(email, given.password, client)) ?? []
  return { made, cookies: [...cookies, users.devices.remember(email)] }
}

async function openOrganization(
  { db, services }: Pick<Outside, 'db' | 'services'>,
  owner: Person,
  client: Client,
  { organization, store: name, origin, timezone }: StoreDetails,
) {
  const organizationId = newId(services.clock.nowMs())
  const audit = auditAs({ type: 'user', id: owner.id, name: owner.name }, client)
  const storeEnvId = await db.organization(organizationId, 'write', async (tx) => {
    await createOrganization(tx, organization, owner)
    return openStore(tx, { audit, config: services.config }, { name, origins: [origin], timezone })
  })
  return { organizationId, storeEnvId, ownerEmail: owner.email }
}
