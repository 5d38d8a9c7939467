// Nothing is created before the mailbox is confirmed. The response does not reveal existing accounts.
import { randomBytes } from 'node:crypto'
import { auditAs } from '#platform/audit/audit.ts'
import { hashSecret } from '#platform/auth/keys.ts'
import { requireGoodPassword } from '#platform/auth/passwords.ts'
import type { Person } from '#platform/auth/users.ts'
import type { Services } from '#platform/calls/services.ts'
import type { CrossDb } from '#platform/db/db.ts'
import { toClient } from '#platform/identity/client.ts'
import type { Incoming } from '#platform/identity/incoming.ts'
import { type CrossJobContext, enqueue } from '#platform/jobs/jobs.ts'
import { invalidField, notFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { normalizeEmail } from '#platform/values/mask.ts'
import { openStore } from '#resources/account/commands.ts'
import { linkUsed, originRequirement, readStoreOrigin } from '#resources/account/rules.ts'
import { maxNameLength } from '#resources/account/sign-in/schema.ts'
import { bindReferral, codeFollowed, findReferring, isCode } from '#resources/affiliates/commands.ts'
import { createKey } from '#resources/api-keys/commands.ts'
import { createOrganization } from '../commands.ts'
import { requireLine } from '../rules.ts'
import { mailDelayMs, signUpClosed, signUpHours, signUpLimits, signUpMail, signUpUrl } from './rules.ts'
import * as store from './store.ts'

type Outside = { db: CrossDb; services: Services; request: Incoming }
type Details = Record<'name' | 'organization' | 'store' | 'origin', string>
type SignUpRequest = Details & { email: string; password?: string; affiliateCode?: string }
/** Sent by the page that the mailed link opens, with the password and corrected details. */
type Confirmation = Partial<Details> & { password: string }

export async function signUp(
  { db, services, request }: Outside,
  given: SignUpRequest,
): Promise<{ confirmUrl?: string }> {
  const { config, mail, clock, actionLimits } = services
  if (!config.signUp) throw signUpClosed()
  const email = normalizeEmail(given.email)
  const details = readDetails(given)
  // The password is checked here but not stored, because a stranger may have chosen it. The mailbox's owner sends one
  // from the page that the mailed link opens.
  if (given.password !== undefined) await requireGoodPassword(given.password, email)
  if (given.affiliateCode !== undefined && !(await isCode(db, given.affiliateCode)))
    throw invalidField('/affiliateCode', "is nobody's code")
  await actionLimits.spend('sign-up', 'all', request.address, signUpLimits)
  const nonce = randomBytes(16).toString('base64url')
  const token = deriveToken(services, nonce)
  const provesAddress = mail.transport === 'smtp'
  const row = {
    organizationId: newId(clock.nowMs()),
    digest: hashSecret(token),
    email,
    ...details,
    affiliateCode: given.affiliateCode ?? (await codeFollowed(db, request.cookies)) ?? null,
    provesAddress,
    expiresAt: new Date(clock.nowMs() + signUpHours * 3_600_000),
  }
  await db.system('write', async (tx) => {
    await store.lockEmail(tx, email)
    await store.endOpen(tx, email)
    await store.insert(tx, row)
    const inMs = mailDelayMs(await store.countSince(tx, email, new Date(tx.now.getTime() - 3_600_000)), tx.now)
    // The newest mail replaces mails to this address that are queued for the same time.
    const key = `${signUpMail}:${hashSecret(email).toString('base64url')}:${tx.now.getTime() + inMs}`
    await enqueue(tx, signUpMail, { nonce }, inMs > 0 ? { inMs, key } : {})
  })
  return provesAddress ? {} : { confirmUrl: signUpUrl(services.origin, token) }
}

function readDetails(given: Details): Details {
  const origin = readStoreOrigin(given.origin)
  if (origin === undefined) throw invalidField('/origin', originRequirement)
  return {
    name: requireLine('/name', given.name, maxNameLength),
    organization: requireLine('/organization', given.organization, 200),
    store: requireLine('/store', given.store, 200),
    origin,
  }
}

/** Derived from the nonce and the deployment's secret, so a retry gets the same token and no table or queue contains it. */
const deriveToken = ({ secrets }: Pick<Services, 'secrets'>, nonce: string) => secrets.tokenFor(`sign-up ${nonce}`)

export async function mailSignUp({ db, services }: CrossJobContext, { nonce }: { nonce: string }): Promise<void> {
  const { users, mail, origin } = services
  const token = deriveToken(services, nonce)
  const found = await db.system('read', (tx) => store.findByToken(tx, hashSecret(token)))
  if (!found) return
  const { email } = found
  const isKnown = (await users.findByEmail(email)) !== undefined
  const words = isKnown
    ? {
        subject: 'You already have an Evident account',
        text: `Somebody, most likely you, signed up on Evident with this address. An account with this address already exists; nothing was changed.\n\nSign in:\n${origin}/admin\nForgot your password?\n${origin}/admin/forgot-password\n\nIf this was not you, ignore this mail.\n`,
      }
    : {
        subject: 'Confirm your email address for Evident',
        text: `Somebody, most likely you, signed up on Evident with this address. Choose your password to open the account. The link works once, within ${signUpHours} hours:\n${signUpUrl(origin, token)}\n\nIf you did not sign up, ignore this mail. No account is created without the link.\n`,
      }
  await mail.send({ to: email, ...words })
}

export async function findSignUp(db: CrossDb, token: string): Promise<store.SignUpRow> {
  return (await db.system('read', (tx) => store.findByToken(tx, hashSecret(token)))) ?? gone(db, token)
}

export async function confirmSignUp({ db, services, request }: Outside, token: string, given: Confirmation) {
  if (!services.config.signUp) throw signUpClosed()
  const { users } = services
  const found = await findSignUp(db, token)
  const { organizationId, email, digest, affiliateCode } = found
  const details = readDetails({ ...found, ...given })
  await requireGoodPassword(given.password, email)
  const owner = await findOrCreateOwner({ db, services }, { ...found, ...details }, given.password, token)
  const referring =
    affiliateCode === null ? undefined : await findReferring(db, affiliateCode, { userId: owner.id, email })
  const audit = auditAs({ type: 'user', id: owner.id, name: owner.name }, toClient(request))
  const made = await db.organization(organizationId, 'write', async (tx) => {
    if ((await store.use(tx, digest)) === 0) return undefined
    await createOrganization(tx, details.organization, owner)
    const storeEnvId = await openStore(
      tx,
      { audit, config: services.config },
      { name: details.store, origins: [details.origin] },
    )
    const { key } = await createKey(tx, audit, {
      ...{ name: 'Setup key', role: 'ADMIN', scopes: [], expiresAt: null },
      createdBy: owner.id,
    })
    if (referring) await bindReferral(tx, referring)
    return { organizationId, storeEnvId, ownerEmail: email, apiKey: key }
  })
  if (!made) return gone(db, token)
  if (found.provesAddress) await users.markVerified(owner.id)
  return { made, cookies: [users.devices.remember(email)] }
}

/**
 * Returns a new person, or the one created by an earlier attempt with this link. Anyone else with this address already has
 * an account.
 */
async function findOrCreateOwner(
  { db, services: { users } }: Pick<Outside, 'db' | 'services'>,
  { organizationId, digest, email, name }: store.SignUpRow,
  password: string,
  token: string,
): Promise<Person> {
  const hash = await users.hashPassword(password)
  const chosen = await db.organization(organizationId, 'write', (tx) => store.chooseHash(tx, digest, hash))
  if (chosen === null) return gone(db, token)
  const isOurs = async (person: Person): Promise<Person> => {
    if (!(await users.hasPasswordHash(person.id, chosen))) throw notOpen()
    return person
  }
  const made = async () => {
    const known = await users.findByEmail(email)
    return known && isOurs(known)
  }
  const owner =
    (await made()) ??
    (await users.create({ email, name, passwordHash: chosen, emailVerified: false }).catch(async (error) => {
      const other = await made()
      if (!other) throw error
      return other
    }))
  // An earlier attempt that failed may have used another password.
  if (chosen !== hash && !(await users.hasPassword(owner.id, password))) throw notOpen()
  return owner
}

const notOpen = () => notFound('open sign-up')

async function gone(db: CrossDb, token: string): Promise<never> {
  if (await db.system('read', (tx) => store.wasUsed(tx, hashSecret(token))))
    throw linkUsed('Sign in with the password you chose.')
  throw notOpen()
}
