import { auditPerson, type PersonalAct } from '#platform/audit/audit.ts'
import { requireGoodPassword } from '#platform/auth/passwords.ts'
import type { Person, SignedIn } from '#platform/auth/users.ts'
import type { Services } from '#platform/calls/services.ts'
import type { CrossDb } from '#platform/db/db.ts'
import { toClient } from '#platform/identity/client.ts'
import type { Incoming } from '#platform/identity/incoming.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { AppError, singleSignOnRequired } from '#platform/values/errors.ts'
import { normalizeEmail } from '#platform/values/mask.ts'
import { passwordChangedMailJob, recordFailedSignInJob, secondFactorAsked } from './rules.ts'
import * as store from './store.ts'

type Outside = { db: CrossDb; services: Services; request: Incoming }

export async function signIn(
  { db, services, request }: Outside,
  given: { email: string; password: string },
): Promise<({ person: Person } | { asked: ReturnType<typeof secondFactorAsked> }) & { cookies: string[] }> {
  const { users, clock } = services
  const email = normalizeEmail(given.email)
  const client = toClient(request)
  const device = users.devices.find(request.cookies, email)
  const attempt = await users.backOff.begin({ account: email, address: client.address, device })
  const cookies = await users.signIn(email, given.password, client)
  const person = cookies && (await users.findByEmail(email))
  if (!cookies || !person) {
    // A job looks up the account, because the duration of the lookup would reveal whether it exists.
    await db.system('write', (tx) =>
      enqueue(tx, recordFailedSignInJob, { email, ...client, at: clock.now().toISOString() }),
    )
    throw new AppError(401, 'invalid_email_or_password', 'The e-mail address and the password do not match.')
  }
  await attempt.succeeded()
  if (await db.system('read', (tx) => store.isLeftToSingleSignOn(tx, person.id))) {
    await users.signOut(cookies.map((each) => each.split(';')[0]).join('; '))
    throw singleSignOnRequired()
  }
  const known = [...cookies, users.devices.remember(email)]
  if ((await users.secondFactors.state(person.id)).enabled) {
    const asked = secondFactorAsked((await users.passkeys.list(person.id)).length > 0)
    return { asked, cookies: known }
  }
  await recordAct(db, { userId: person.id, action: 'session.signed_in', client })
  return { person, cookies: known }
}

export async function signOut({ db, services, request }: Outside): Promise<string[]> {
  const found = await services.users.findSession(request.cookies)
  const cookies = await services.users.signOut(request.cookies)
  if (found) await recordAct(db, { userId: found.person.id, action: 'session.signed_out', client: toClient(request) })
  return cookies
}

/**
 * Attempts here are counted separately from sign-ins. They need a limit too, because a stranger at an open browser
 * could guess the password.
 */
export async function requireOwnPassword(
  { services: { users }, request }: Pick<Outside, 'services' | 'request'>,
  userId: string,
  password: string,
): Promise<void> {
  const { address } = toClient(request)
  const attempt = await users.backOff.begin({ account: userId, address, device: 'signed in' })
  if (!(await users.hasPassword(userId, password)))
    throw new AppError(401, 'password_wrong', 'The current password is wrong. Enter it again.')
  await attempt.succeeded()
}

export async function changePassword(
  { db, services, request }: Outside,
  { person, session }: SignedIn,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<string[]> {
  const { users } = services
  const client = toClient(request)
  await requireOwnPassword({ services, request }, person.id, currentPassword)
  await requireGoodPassword(newPassword, person.email, '/newPassword')
  await users.setPassword(person.id, newPassword)
  await announcePasswordChange({ db, services }, person, { userId: person.id, action: 'password.changed', client })
  const cookies = (await users.signIn(person.email, newPassword, client)) ?? []
  // The new session need not ask again for a second factor that the old one has passed.
  if (session.secondFactor === 'passed')
    await users.passSecondFactor(cookies.map((each) => each.split(';')[0]).join('; '))
  return cookies
}

/** Logs the change in each of the person's organizations and mails the person, because somebody else may have made it. */
export async function announcePasswordChange(
  { db, services }: Pick<Outside, 'db' | 'services'>,
  { id, email }: Person,
  act: PersonalAct,
): Promise<void> {
  const passkeys = (await services.users.passkeys.list(id)).length
  await db.system('write', async (tx) => {
    await auditPerson(tx, act)
    await enqueue(tx, passwordChangedMailJob, { to: email, at: tx.now.toISOString(), passkeys })
  })
}

export const recordAct = (db: CrossDb, act: PersonalAct): Promise<void> =>
  db.system('write', (tx) => auditPerson(tx, act))
