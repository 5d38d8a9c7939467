import { maxPasskeys, type Passkey } from '#platform/auth/passkeys.ts'
import type { Person, SignedIn } from '#platform/auth/users.ts'
import type { GivenAssertion, GivenAttestation } from '#platform/auth/webauthn.ts'
import type { Services } from '#platform/calls/services.ts'
import type { CrossDb } from '#platform/db/db.ts'
import { toClient } from '#platform/identity/client.ts'
import type { Incoming } from '#platform/identity/incoming.ts'
import { headerText } from '#platform/mail/compose.ts'
import { invalidField, notFound, singleSignOnRequired } from '#platform/values/errors.ts'
import { normalizeEmail } from '#platform/values/mask.ts'
import { recordAct, requireOwnPassword } from '../sign-in/commands.ts'
import { isLeftToSingleSignOn } from '../sign-in/store.ts'
import { announce, requireMayChangeFactors } from '../two-factor/commands.ts'
import { browserFor, browserIn } from './browser.ts'
import { passkeyKnown, passkeyRefused, passkeysUnavailable, tooManyPasskeys } from './rules.ts'
import { maxNameLength } from './schema.ts'

type Outside = { db: CrossDb; services: Services; request: Incoming }

/** Checks the password here, so `addPasskey` need not: the options work only in this session. */
export async function beginAdding(outside: Outside, signedIn: SignedIn, password: string) {
  const { passkeys } = outside.services.users
  if (!passkeys.domain) throw passkeysUnavailable()
  await requireOwnPassword(outside, signedIn.person.id, password)
  await requireMayChangeFactors(outside, signedIn)
  if ((await passkeys.list(signedIn.person.id)).length >= maxPasskeys) throw tooManyPasskeys(maxPasskeys)
  return passkeys.beginAdding(signedIn)
}

export async function addPasskey(
  outside: Outside,
  signedIn: SignedIn,
  given: { name: string; credential: GivenAttestation },
): Promise<Passkey> {
  const { users } = outside.services
  const { person, session } = signedIn
  if (!users.passkeys.domain) throw passkeysUnavailable()
  await requireMayChangeFactors(outside, signedIn)
  const made = await users.passkeys.add(signedIn, nameFrom(given.name), given.credential)
  if (made === 'refused') throw passkeyRefused()
  if (made === 'known') throw passkeyKnown()
  if (made === 'too_many') throw tooManyPasskeys(maxPasskeys)
  // This session has now verified both the password and a passkey.
  await users.completeSession(person.id, session.id, { from: 'none' })
  const details = { name: made.name }
  await announce(outside.db, person, { action: 'passkey.added', client: toClient(outside.request), details })
  return made
}

export async function renamePasskey(outside: Outside, { person }: SignedIn, id: string, given: string) {
  const { passkeys } = outside.services.users
  const was = (await passkeys.list(person.id)).find((each) => each.id === id)
  const name = nameFrom(given)
  if (!was || !(await passkeys.rename(person.id, id, name))) throw notFound('passkey', id)
  const details = { name, was: was.name }
  const client = toClient(outside.request)
  if (name !== was.name) await recordAct(outside.db, { userId: person.id, action: 'passkey.renamed', client, details })
  return { ...was, name }
}

export async function deletePasskey(outside: Outside, signedIn: SignedIn, id: string, password: string): Promise<void> {
  const { users } = outside.services
  const { person, session } = signedIn
  await requireOwnPassword(outside, person.id, password)
  await requireMayChangeFactors(outside, signedIn)
  const removed = await users.passkeys.delete(person.id, id)
  if (!removed) throw notFound('passkey', id)
  await users.endSessions(person.id, { except: session.id })
  await users.resetPassedWithoutFactors(person.id)
  await announce(outside.db, person, {
    action: 'passkey.removed',
    client: toClient(outside.request),
    details: { name: removed.name },
  })
}

export function beginSignIn({ services: { users }, request }: Omit<Outside, 'db'>) {
  if (!users.passkeys.domain) throw passkeysUnavailable()
  const isSecure = users.origins.some((origin) => origin.startsWith('https:'))
  const { browser, cookie } = browserFor(request.cookies, isSecure)
  return { publicKey: users.passkeys.beginSignIn(browser), cookie }
}

export async function signInByPasskey(
  { db, services: { users }, request }: Outside,
  credential: GivenAssertion,
): Promise<{ person: Person; cookies: string[] }> {
  if (!users.passkeys.domain) throw passkeysUnavailable()
  const client = toClient(request)
  const holder = await users.passkeys.findHolder(credential.id)
  const person = holder === undefined ? undefined : await users.find(holder)
  const device = person && users.devices.find(request.cookies, normalizeEmail(person.email))
  const attempt = await users.backOff.begin({ account: `passkey ${credential.id}`, address: client.address, device })
  const browser = browserIn(request.cookies)
  const shown = browser === undefined ? undefined : await users.passkeys.prove(browser, credential)
  const opened = shown && (await users.openSession(shown.userId, client, 'passed'))
  // The passkey may have been removed during this sign-in. The removal did not end the new session, so the sign-in checks
  // that the passkey still exists.
  const isStillThere = opened && (await users.passkeys.exists(shown.id))
  if (!person || !isStillThere) {
    await opened?.end()
    if (person)
      await recordAct(db, {
        ...{ userId: person.id, action: 'session.sign_in_failed', client, actor: { type: 'visitor' } },
        details: { passkey: true },
      })
    throw passkeyRefused()
  }
  await attempt.succeeded()
  if (await db.system('read', (tx) => isLeftToSingleSignOn(tx, person.id))) {
    await opened.end()
    throw singleSignOnRequired()
  }
  const details = { passkey: shown.name }
  await recordAct(db, { userId: person.id, action: 'session.signed_in', client, details })
  return { person, cookies: [...opened.cookies, users.devices.remember(normalizeEmail(person.email))] }
}

function nameFrom(given: string): string {
  const name = headerText(given, maxNameLength)
  if (name === '') throw invalidField('/name', 'must contain more than spaces')
  return name
}
