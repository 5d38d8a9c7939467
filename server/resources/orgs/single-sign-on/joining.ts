// Makes a person identified by the provider a member of the organization. The person is found by the provider's subject, or
// otherwise by email address.

import type { Claims } from '#integrations/openid/provider.ts'
import { auditAs } from '#platform/audit/audit.ts'
import type { Person } from '#platform/auth/users.ts'
import { isClosing } from '#platform/calls/closing.ts'
import type { Services } from '#platform/calls/services.ts'
import type { CrossDb, OrganizationTx } from '#platform/db/db.ts'
import type { Client } from '#platform/identity/client.ts'
import { headerText } from '#platform/mail/compose.ts'
import { AppError } from '#platform/values/errors.ts'
import { normalizeEmail } from '#platform/values/mask.ts'
import { maxNameLength } from '#resources/account/sign-in/schema.ts'
import { joinVouched } from '#resources/account/users/commands.ts'
import { decideEntry, type Entry, type EntryFacts, parseDomain, type Refusal } from './rules.ts'
import * as store from './store.ts'

type Outside = { db: CrossDb; services: Services; client: Client }
type Identity = Claims & { email: string }

/** The reason is shown to owners in the audit log, and to the person on the page after sign-in. */
export class SignInRefusal extends Error {
  override readonly name = 'SignInRefusal'
  readonly reason: Refusal
  constructor(reason: Refusal, cause?: unknown) {
    super(reason, { cause })
    this.reason = reason
  }
}

export async function admit(outside: Outside, settings: store.SettingsRow, claims: Claims): Promise<Person> {
  const email = requireEmail(claims)
  try {
    return await attempt(outside, settings, { ...claims, email })
  } catch (error) {
    // The second of two concurrent attempts of one person finds the account created by the first.
    if (!(error instanceof AppError && error.status === 409)) throw error
    return attempt(outside, settings, { ...claims, email })
  }
}

/** Links a signed-in owner's account to the provider's subject, unless the provider returns another email address. */
export async function linkOwn(
  { db, services, client }: Outside,
  settings: store.SettingsRow,
  claims: Claims,
  userId: string,
): Promise<void> {
  const email = requireEmail(claims)
  const person = await services.users.find(userId)
  await db.organization(settings.organizationId, 'write', async (tx) => {
    if (!(await store.isProven(tx, parseDomain(email)))) throw new SignInRefusal('domain_not_proven')
    if (claims.emailVerified === false) throw new SignInRefusal('email_unverified')
    const member = await store.lockMember(tx, userId)
    if (!person || !member?.active) throw new SignInRefusal('deactivated')
    // The provider's address differs from the account's: the settings work, but nothing is linked.
    if (normalizeEmail(person.email) !== email) return
    const linked = await store.lockLinked(tx, claims.issuer, claims.subject)
    if (linked && linked.id !== member.id) throw new SignInRefusal('linked_elsewhere')
    if (linked) return
    await store.replaceLink(tx, member.id, claims)
    await recordLink(tx, person, member.id, client)
  })
}

function requireEmail({ email }: Claims): string {
  if (email === undefined || !/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 320) throw new SignInRefusal('no_email')
  return normalizeEmail(email)
}

async function attempt(outside: Outside, settings: store.SettingsRow, identity: Identity): Promise<Person> {
  const { db, services, client } = outside
  const { organizationId } = settings
  const account = await services.users.findByEmail(identity.email)
  const expected = await db.organization(organizationId, 'write', (tx) => look(tx, settings, identity, account))
  const entry = requireEntry(expected)
  // The account is read before the transaction, because reading accounts needs another database role.
  const person =
    'member' in entry ? await services.users.find(entry.member.userId) : (account ?? (await create(services, identity)))
  if (!person) throw new SignInRefusal('deactivated')
  if (!('member' in entry) && (await isClosing(db, organizationId))) throw new SignInRefusal('closing')
  await db.organization(organizationId, 'write', async (tx) => {
    // The member is read again and locked, so a person who was deactivated during the sign-in is refused.
    const now = requireEntry(await look(tx, settings, identity, person))
    if ('member' in now && !now.link) return store.touchLink(tx, now.member.id)
    const audit = auditAs({ type: 'user', id: person.id, name: person.name }, client)
    const memberId = 'member' in now ? now.member.id : await joinVouched(tx, audit, person, now)
    await store.insertLink(tx, memberId, identity)
    await recordLink(tx, person, memberId, client)
    return undefined
  })
  return person
}

async function look(
  tx: OrganizationTx,
  settings: store.SettingsRow,
  { issuer, subject, email, emailVerified }: Identity,
  account: Person | undefined,
): Promise<EntryFacts> {
  const member = account && (await store.lockMember(tx, account.id))
  return {
    emailVerified,
    isDomainProven: await store.isProven(tx, parseDomain(email)),
    linked: await store.lockLinked(tx, issuer, subject),
    account,
    member,
    invitation: await store.findInvitation(tx, email),
    invitedOnly: settings.invitedOnly,
    defaultRole: settings.defaultRole,
  }
}

function requireEntry(seen: EntryFacts): Exclude<Entry, { refused: Refusal }> {
  const entry = decideEntry(seen)
  if ('refused' in entry) throw new SignInRefusal(entry.refused)
  return entry
}

/** The account has no password; "Forgot your password?" can set one. The domain's owner vouches for the mailbox. */
async function create({ users }: Services, { email, name }: Identity): Promise<Person> {
  const local = email.slice(0, email.lastIndexOf('@'))
  const given =
    headerText(name ?? '', maxNameLength) || headerText(local, maxNameLength) || email.slice(0, maxNameLength)
  return users.create({ email, name: given, password: null, emailVerified: true }).catch(async (error) => {
    const made = await users.findByEmail(email)
    if (!made) throw error
    return made
  })
}

const recordLink = (tx: OrganizationTx, { id, name }: Person, memberId: string, client: Client) =>
  auditAs({ type: 'user', id, name }, client)(tx, 'single_sign_on.linked', { type: 'member', id: memberId, name })
