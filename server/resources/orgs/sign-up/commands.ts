// Signing up by oneself, where the service is open: nothing is made before the mailbox has answered, and the answer says nothing of
// who has an account here already. That person gets another mail.
import { randomBytes } from 'node:crypto'
import { auditAs } from '#platform/audit.ts'
import { digestOf } from '#platform/auth/keys.ts'
import { requireGoodPassword } from '#platform/auth/passwords.ts'
import type { Person } from '#platform/auth/users.ts'
import { clientOf } from '#platform/client.ts'
import type { CrossDb } from '#platform/db/db.ts'
import { invalidField, notFound } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Incoming } from '#platform/incoming.ts'
import { type CrossJobContext, enqueue } from '#platform/jobs.ts'
import { normalizeEmail } from '#platform/mask.ts'
import type { Services } from '#platform/services.ts'
import { openStore } from '#resources/account/commands.ts'
import { linkUsed, originRequirement, readStoreOrigin } from '#resources/account/rules.ts'
import { maxNameLength } from '#resources/account/sign-in/schema.ts'
import { bindReferral, codeFollowed, findReferring, isCode } from '#resources/affiliates/commands.ts'
import { createKey } from '#resources/api-keys/commands.ts'
import { createOrganization } from '../commands.ts'
import { lineOf } from '../rules.ts'
import { maxOpenSignUps, signUpClosed, signUpHours, signUpLimits, signUpMail, signUpUrl } from './rules.ts'
import * as store from './store.ts'

type Outside = { db: CrossDb; services: Services; request: Incoming }
type Given = Record<'name' | 'email' | 'password' | 'organization' | 'store' | 'origin', string> & {
  affiliateCode?: string
}

export async function signUp({ db, services, request }: Outside, given: Given): Promise<{ confirmUrl?: string }> {
  const { config, users, mail, clock, actionLimits } = services
  if (!config.signUp) throw signUpClosed()
  const email = normalizeEmail(given.email)
  const origin = readStoreOrigin(given.origin)
  if (origin === undefined) throw invalidField('/origin', originRequirement)
  const name = lineOf('/name', given.name, maxNameLength)
  const organization = lineOf('/organization', given.organization, 200)
  const shop = lineOf('/store', given.store, 200)
  await requireGoodPassword(given.password, email)
  if (given.affiliateCode !== undefined && !(await isCode(db, given.affiliateCode)))
    throw invalidField('/affiliateCode', "is nobody's code")
  await actionLimits.spend('sign-up', 'all', request.address, signUpLimits)
  const nonce = randomBytes(16).toString('base64url')
  const token = tokenOf(services, nonce)
  const provesAddress = mail.transport === 'smtp'
  const row = {
    organizationId: newId(clock.nowMs()),
    digest: digestOf(token),
    email,
    name,
    passwordHash: await users.hashPassword(given.password),
    organization,
    store: shop,
    origin,
    affiliateCode: given.affiliateCode ?? (await codeFollowed(db, request.cookies)) ?? null,
    provesAddress,
    expiresAt: new Date(clock.nowMs() + signUpHours * 3_600_000),
  }
  await db.system('write', async (tx) => {
    if ((await store.insert(tx, row, maxOpenSignUps)) === 1) await enqueue(tx, signUpMail, { nonce })
  })
  return provesAddress ? {} : { confirmUrl: signUpUrl(services.origin, token) }
}

/** Made of the nonce with the deployment's own secret: the same when the mail is tried again, and in no table or queue. */
const tokenOf = ({ secrets }: Pick<Services, 'secrets'>, nonce: string) => secrets.tokenFor(`sign-up ${nonce}`)

export async function mailSignUp({ db, services }: CrossJobContext, { nonce }: { nonce: string }): Promise<void> {
  const { users, mail, origin } = services
  const token = tokenOf(services, nonce)
  const found = await db.system('read', (tx) => store.findByToken(tx, digestOf(token)))
  if (!found) return
  const { email, organization, name } = found
  const isKnown = (await users.findByEmail(email)) !== undefined
  const words = isKnown
    ? {
        subject: 'You have an account on Evident already',
        text: `Somebody, most likely you, signed up on Evident with ${email}. There is an account of this address already; nothing was made.\n\nSign in:\n${origin}/admin\nA forgotten password:\n${origin}/admin/forgot-password\n\nIf it was not you, ignore this mail.\n`,
      }
    : {
        subject: 'Confirm your address for Evident',
        text: `${name}, confirm your address to open ${organization} on Evident. The link works once, within ${signUpHours} hours:\n${signUpUrl(origin, token)}\n\nIf you did not sign up, ignore this mail: nothing is made.\n`,
      }
  await mail.send({ to: email, ...words })
}

export async function findSignUp(db: CrossDb, token: string): Promise<store.SignUpRow> {
  return (await db.system('read', (tx) => store.findByToken(tx, digestOf(token)))) ?? gone(db, token)
}

/** Makes what was asked for, once; safe to repeat until the organization is there. */
export async function confirmSignUp({ db, services, request }: Outside, token: string) {
  if (!services.config.signUp) throw signUpClosed()
  const { users } = services
  const found = await findSignUp(db, token)
  const { organizationId, email, digest, affiliateCode } = found
  const owner = await ownerOf(services, found)
  const referring =
    affiliateCode === null ? undefined : await findReferring(db, affiliateCode, { userId: owner.id, email })
  const audit = auditAs({ type: 'user', id: owner.id, name: owner.name }, clientOf(request))
  const made = await db.organization(organizationId, 'write', async (tx) => {
    if ((await store.use(tx, digest)) === 0) return undefined
    await createOrganization(tx, found.organization, owner)
    const storeEnvId = await openStore(tx, audit, { name: found.store, origins: [found.origin] })
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

/** The new person; or the one that an earlier attempt at this very sign-up has made. Nobody else: they have an account already. */
async function ownerOf({ users }: Services, found: store.SignUpRow): Promise<Person> {
  const { email, name, passwordHash } = found
  const isOurs = async (person: Person): Promise<Person> => {
    if (!(await users.hasPasswordHash(person.id, passwordHash))) throw notOpen()
    return person
  }
  const known = await users.findByEmail(email)
  if (known) return isOurs(known)
  return users.create({ email, name, passwordHash, emailVerified: false }).catch(async (error) => {
    const made = await users.findByEmail(email)
    if (!made) throw error
    return isOurs(made)
  })
}

const notOpen = () => notFound('open sign-up')

async function gone(db: CrossDb, token: string): Promise<never> {
  if (await db.system('read', (tx) => store.wasUsed(tx, digestOf(token))))
    throw linkUsed('Sign in with the password that was chosen.')
  throw notOpen()
}
