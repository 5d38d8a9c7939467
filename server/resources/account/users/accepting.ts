// Accepting an invitation. The link shows which address was invited, but proves nothing about the person who opens it.
// A person with an account proves their identity by the password. Only a mailed link verifies a new account's address.

import { auditAs } from '#platform/audit/audit.ts'
import { hashSecret } from '#platform/auth/keys.ts'
import { requireGoodPassword } from '#platform/auth/passwords.ts'
import { usedLinkDays } from '#platform/auth/resets.ts'
import type { Person } from '#platform/auth/users.ts'
import { requireOpenOrganization } from '#platform/calls/closing.ts'
import type { Services } from '#platform/calls/services.ts'
import type { CrossDb } from '#platform/db/db.ts'
import { toClient } from '#platform/identity/client.ts'
import type { Incoming } from '#platform/identity/incoming.ts'
import { headerText } from '#platform/mail/compose.ts'
import { AppError, invalidField, notFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { normalizeEmail } from '#platform/values/mask.ts'
import { linkUsed } from '../rules.ts'
import { secondFactorAsked } from '../sign-in/rules.ts'
import { maxNameLength } from '../sign-in/schema.ts'
import * as store from './store.ts'

type Outside = { db: CrossDb; services: Services; request: Incoming }
type Acceptance = { name?: string; password: string }

export async function findInvitation(db: CrossDb, { users }: Services, token: string) {
  const { organization, invitedBy, email, role, expiresAt } = await openInvitation(db, token)
  const hasAccount = (await users.findByEmail(email)) !== undefined
  return { organization, invitedBy, email, role, expiresAt, hasAccount }
}

export async function acceptInvitation(outside: Outside, token: string, given: Acceptance) {
  const { db, services, request } = outside
  const { users } = services
  const invitation = await openInvitation(db, token)
  const { organizationId, email, role, provesAddress } = invitation
  await requireOpenOrganization(db, organizationId)
  const client = toClient(request)
  const known = await users.findByEmail(email)
  if (known) await requirePassword(outside, known, given.password)
  const person = known ?? (await create(services, invitation, given))
  const cookies = await users.signIn(email, given.password, client)
  if (!cookies) throw passwordWrong()
  const isOpen = await db.organization(organizationId, 'write', async (tx) => {
    // A parallel acceptance has already deleted the invitation, or its link was replaced.
    if ((await store.deleteAccepted(tx, invitation)) === 0) return false
    await store.insertUsed(tx, invitation.digest, rememberedSince(tx.now))
    const id = newId(tx.now.getTime())
    const { name } = person
    await store.insert(tx, { id, userId: person.id, email, name, role })
    await auditAs({ type: 'user', id: person.id }, client)(tx, 'member.joined', { type: 'member', id, name }, { role })
    return true
  })
  if (!isOpen) return gone(db, token)
  if (provesAddress) await users.markVerified(person.id)
  // The person is a member now, but signs in only after the second step.
  const { enabled } = await users.secondFactors.state(person.id)
  const asked = enabled && secondFactorAsked((await users.passkeys.list(person.id)).length > 0)
  const accepted = { userId: person.id, email, organizationId, role, ...asked }
  return { accepted, cookies: [...cookies, users.devices.remember(email)] }
}

/** Counts wrong passwords together with those of sign-in, so that an invitation gives no extra guesses. */
async function requirePassword({ services, request }: Outside, { id, email }: Person, password: string) {
  const { users } = services
  const device = users.devices.find(request.cookies, normalizeEmail(email))
  const attempt = await users.backOff.begin({ account: email, address: toClient(request).address, device })
  if (!(await users.hasPassword(id, password))) throw passwordWrong()
  await attempt.succeeded()
}

/** Parallel acceptances create one user: the second one finds that the address exists and continues with that user. */
async function create({ users }: Services, { email }: store.Invitation, given: Acceptance): Promise<Person> {
  const name = headerText(given.name ?? '', maxNameLength)
  if (name === '') throw invalidField('/name', 'is needed of somebody who is new')
  await requireGoodPassword(given.password, email)
  const { password } = given
  return users.create({ email, name, password, emailVerified: false }).catch(async (error) => {
    const made = await users.findByEmail(email)
    if (!made) throw error
    return made
  })
}

const passwordWrong = () =>
  new AppError(401, 'password_wrong', 'This address already has an account. Accept with its password.')

async function openInvitation(db: CrossDb, token: string): Promise<store.Invitation> {
  return (await db.system('read', (tx) => store.findInvitationByToken(tx, hashSecret(token)))) ?? gone(db, token)
}

async function gone(db: CrossDb, token: string): Promise<never> {
  const digest = hashSecret(token)
  if (await db.system('read', (tx) => store.wasUsed(tx, digest, rememberedSince(tx.now))))
    throw linkUsed('Sign in with the password you chose then.')
  throw notFound('open invitation')
}

const rememberedSince = (now: Date) => new Date(now.getTime() - usedLinkDays * 86_400_000)
