import { type Actor, auditPerson } from '#platform/audit/audit.ts'
import type { AuditAction } from '#platform/audit/audit-actions.ts'
import type { Person, SignedIn } from '#platform/auth/users.ts'
import type { Services } from '#platform/calls/services.ts'
import type { CrossDb } from '#platform/db/db.ts'
import { type Client, toClient } from '#platform/identity/client.ts'
import type { Incoming } from '#platform/identity/incoming.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { unauthenticated } from '#platform/values/errors.ts'
import { recordAct, requireOwnPassword } from '../sign-in/commands.ts'
import { alreadyOn, codeWrong, notOn, passkeyFirst, secondFactorMail } from './rules.ts'
import * as store from './store.ts'

type Act = { action: AuditAction; client?: Client; actor?: Actor; details?: Record<string, unknown> }
type Outside = { db: CrossDb; services: Services; request: Incoming }

export async function requireSignedIn({ services, request }: Outside): Promise<SignedIn> {
  const found = await services.users.findSession(request.cookies)
  if (!found) throw unauthenticated('Sign in first.')
  return found
}

/**
 * Where two factors are required, a person with a passkey must sign in with both factors to change them. Otherwise a
 * thief of the password could add a second factor.
 */
export async function requireMayChangeFactors({ db, services }: Outside, { person, session }: SignedIn): Promise<void> {
  if (session.secondFactor === 'passed' || (await services.users.passkeys.list(person.id)).length === 0) return
  const isBilled = services.config.billing !== 'off'
  if (await db.system('read', (tx) => store.requiresTwoFactor(tx, person.id, isBilled))) throw passkeyFirst()
}

export async function beginSetUp(outside: Outside, signedIn: SignedIn, password: string) {
  const { person } = signedIn
  await requireOwnPassword(outside, person.id, password)
  await requireMayChangeFactors(outside, signedIn)
  const made = await outside.services.users.secondFactors.begin(person)
  if (!made) throw alreadyOn()
  return { totpURI: made.uri, secret: made.secret, backupCodes: made.recoveryCodes }
}

export async function verifyCode(outside: Outside, code: string): Promise<Person> {
  const { users } = outside.services
  const pending = await users.findPendingSession(outside.request.cookies)
  if (pending) return completeSignIn(outside, pending, (userId) => users.secondFactors.takeCode(userId, code))
  const signedIn = await requireSignedIn(outside)
  const { person, session } = signedIn
  await requireMayChangeFactors(outside, signedIn)
  if ((await users.secondFactors.state(person.id)).enabled) throw alreadyOn()
  await guess(outside, person, () => users.secondFactors.confirm(person.id, code))
  // Ends the other sessions, because they began with the password alone.
  await users.endSessions(person.id, { except: session.id })
  await users.completeSession(person.id, session.id, { from: 'none' })
  await announce(outside.db, person, { action: 'two_factor.enabled', client: toClient(outside.request) })
  return person
}

export async function useRecoveryCode(outside: Outside, code: string): Promise<Person> {
  const { users } = outside.services
  const pending = await users.findPendingSession(outside.request.cookies)
  if (!pending) throw unauthenticated('Sign in with the password first.')
  const person = await completeSignIn(outside, pending, (userId) => users.secondFactors.takeRecoveryCode(userId, code))
  await announce(outside.db, person, { action: 'two_factor.recovery_code_used', client: toClient(outside.request) })
  return person
}

async function completeSignIn(
  outside: Outside,
  { person, session }: { person: Person; session: { id: string } },
  take: (userId: string) => Promise<boolean>,
): Promise<Person> {
  await guess(outside, person, () => take(person.id))
  if (!(await outside.services.users.completeSession(person.id, session.id, { from: 'pending' })))
    throw unauthenticated('The sign-in expired, or the password was changed. Sign in again.')
  await recordAct(outside.db, { userId: person.id, action: 'session.signed_in', client: toClient(outside.request) })
  return person
}

/** Guesses are counted by account for all browsers together, because there are only a million codes. */
async function guess({ db, services: { users }, request }: Outside, person: Person, take: () => Promise<boolean>) {
  const client = toClient(request)
  const attempt = await users.backOff.begin({ account: `second factor ${person.id}`, address: client.address })
  if (!(await take())) {
    const details = { secondFactor: true }
    await recordAct(db, {
      userId: person.id,
      action: 'session.sign_in_failed',
      client,
      actor: { type: 'visitor' },
      details,
    })
    throw codeWrong()
  }
  await attempt.succeeded()
}

export async function renewRecoveryCodes(outside: Outside, { person }: SignedIn, password: string): Promise<string[]> {
  const { secondFactors } = outside.services.users
  await requireOwnPassword(outside, person.id, password)
  if (!(await secondFactors.state(person.id)).enabled) throw notOn()
  const codes = await secondFactors.renewRecoveryCodes(person.id)
  await announce(outside.db, person, { action: 'two_factor.recovery_codes_renewed', client: toClient(outside.request) })
  return codes
}

export async function switchOff(outside: Outside, { person }: SignedIn, password: string): Promise<void> {
  const { secondFactors } = outside.services.users
  await requireOwnPassword(outside, person.id, password)
  if (!(await secondFactors.state(person.id)).enabled) throw notOn()
  await secondFactors.delete(person.id)
  await announce(outside.db, person, { action: 'two_factor.disabled', client: toClient(outside.request) })
}

/** Deletes every second factor for an operator, when a person has lost them. Returns false if there was none. */
export async function deleteSecondFactor({ db, services }: Omit<Outside, 'request'>, person: Person): Promise<boolean> {
  const hadApp = await services.users.secondFactors.delete(person.id)
  const passkeys = await services.users.passkeys.deleteAll(person.id)
  if (!hadApp && passkeys === 0) return false
  await services.users.endSessions(person.id)
  await services.users.backOff.reset(`second factor ${person.id}`)
  await announce(db, person, { action: 'two_factor.removed', actor: { type: 'operator' }, details: { passkeys } })
  return true
}

export const announce = (db: CrossDb, { id, email }: Person, act: Act) =>
  db.system('write', async (tx) => {
    await auditPerson(tx, { userId: id, ...act })
    const { name } = act.details ?? {}
    const at = tx.now.toISOString()
    await enqueue(tx, secondFactorMail, { to: email, what: act.action, at, ...(typeof name === 'string' && { name }) })
  })
