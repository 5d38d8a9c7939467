import { randomBytes } from 'node:crypto'
import { requireGoodPassword } from '#platform/auth/passwords.ts'
import type { Reset } from '#platform/auth/resets.ts'
import type { Person } from '#platform/auth/users.ts'
import type { Services } from '#platform/calls/services.ts'
import type { CrossDb } from '#platform/db/db.ts'
import { type Client, toClient } from '#platform/identity/client.ts'
import type { Incoming } from '#platform/identity/incoming.ts'
import { type CrossJobContext, enqueue } from '#platform/jobs/jobs.ts'
import { notFound } from '#platform/values/errors.ts'
import { normalizeEmail } from '#platform/values/mask.ts'
import { linkUsed } from '../rules.ts'
import { announcePasswordChange, recordAct } from '../sign-in/commands.ts'
import { resetMail, resetUrl } from './rules.ts'
import * as store from './store.ts'

/** Only adds a job, so that neither the response nor its duration reveals whether the account exists. */
export async function requestReset(db: CrossDb, request: Incoming, given: string): Promise<void> {
  const payload = { email: normalizeEmail(given), nonce: randomBytes(16).toString('base64url'), ...toClient(request) }
  await db.system('write', (tx) => enqueue(tx, resetMail, payload))
}

export type ResetRequest = Client & { email: string; nonce: string }

/** Derives the token from the nonce and the deployment's secret, so that no table or queue contains it. */
export async function mailReset({ db, services }: CrossJobContext, requested: ResetRequest): Promise<void> {
  const { users, mail, secrets, origin } = services
  const { email, nonce, ...client } = requested
  const person = await users.findByEmail(email)
  if (!person) return
  const token = secrets.tokenFor(`password reset ${person.id} ${nonce}`)
  const provesAddress = mail.transport === 'smtp'
  if (!(await users.resets.issue({ userId: person.id, token, provesAddress }))) return
  await recordAct(db, { userId: person.id, action: 'password.reset_requested', client, actor: { type: 'visitor' } })
  // The link gives access to an account. The local mailbox therefore shows it only to owners of the person's organization,
  // and only if the person has no other organization.
  const organizationId = provesAddress
    ? undefined
    : await db.system('read', (tx) => store.onlyOrganization(tx, person.id))
  await mail.send({
    to: person.email,
    ...buildMail(person, resetUrl(origin, token)),
    ...(organizationId && { organizationId }),
  })
}

const buildMail = ({ email }: Person, url: string) => ({
  subject: 'Choose a new password for Evident',
  text: `Someone asked to reset the password of the account ${email} on Evident.\n\nChoose a new one within an hour. The link works once:\n${url}\n\nIf it was not you, ignore this mail. Your password does not change.\n`,
})

export async function makeResetLink(
  { db, services }: { db: CrossDb; services: Services },
  person: Person,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const { users, origin } = services
  if (!(await users.resets.issue({ userId: person.id, token, provesAddress: false }))) return ''
  await recordAct(db, { userId: person.id, action: 'password.reset_link_made', actor: { type: 'operator' } })
  return resetUrl(origin, token)
}

export async function findReset({ users }: Services, token: string): Promise<Reset> {
  return (await users.resets.find(token)) ?? gone(users, token)
}

export async function resetPassword(
  { db, services, request }: { db: CrossDb; services: Services; request: Incoming },
  { token, newPassword }: { token: string; newPassword: string },
): Promise<{ email: string; cookies: string[] }> {
  const { users } = services
  const open = await findReset(services, token)
  // The password is checked before the link is used up, so that the person can try another password.
  await requireGoodPassword(newPassword, open.email, '/newPassword')
  const { userId, provesAddress } = (await users.resets.consume(token)) ?? (await gone(users, token))
  const before = (await users.find(userId)) ?? (await gone(users, token))
  // Until now the address was unverified. Another person may have created the account and its passkeys, so delete
  // those.
  const isFirstProof = provesAddress && !before.emailVerified
  const removed = isFirstProof ? await users.passkeys.deleteAll(userId) : 0
  await users.setPassword(userId, newPassword)
  if (provesAddress) await users.markVerified(userId)
  const person = (await users.find(userId)) ?? (await gone(users, token))
  await users.backOff.reset(normalizeEmail(person.email))
  await announcePasswordChange({ db, services }, person, {
    ...{ userId, action: 'password.reset', client: toClient(request) },
    ...(removed > 0 && { details: { passkeysRemoved: removed } }),
  })
  return { email: person.email, cookies: [users.devices.remember(normalizeEmail(person.email))] }
}

async function gone({ resets }: Services['users'], token: string): Promise<never> {
  if (await resets.wasUsed(token)) throw linkUsed('Sign in with your new password, or ask for a new link.')
  throw notFound('open link to choose a password')
}
