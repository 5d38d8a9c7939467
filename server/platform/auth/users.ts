// Organizations and roles are not handled here: every request reads memberships from the database. Users are created by
// the operator's `setup`, sign-up, invitations and single sign-on.

import { compile, sql } from '../db/query.ts'
import type { Client } from '../identity/client.ts'
import type { Clock } from '../process/clock.ts'
import type { Secrets } from '../process/secrets.ts'
import { newId } from '../values/ids.ts'
import { type BackOff, createBackOff } from './back-off.ts'
import { absoluteSeconds, addressHeader, type BetterAuthOptions, type Library, loadBetterAuth } from './better-auth.ts'
import { throwingOnOutage } from './database-outage.ts'
import { createDevices, type Devices } from './devices.ts'
import { createPasskeys, type Passkeys } from './passkeys.ts'
import { createResets, type Resets } from './resets.ts'
import { createSecondFactors, type RunQuery, type SecondFactors } from './second-factors.ts'
import { choosePlace } from './webauthn.ts'

export type Person = { id: string; email: string; name: string; emailVerified: boolean; createdAt: Date }
export type Session = {
  id: string
  createdAt: Date
  lastUsedAt: Date
  expiresAt: Date
  address: string | null
  userAgent: string | null
  organizationId: string | null
}
export type SignedIn = {
  person: Person
  /** `passed` when the second factor was shown or set up in this session. */
  session: Pick<Session, 'id' | 'createdAt' | 'expiresAt'> & {
    secondFactor: 'none' | 'passed'
    /** The organization whose provider signed the person in. The session reaches only that organization. */
    organizationId: string | null
  }
  cookies: string[]
}

/** A new session: its Set-Cookie values, and a function that ends it if the sign-in turns out to be invalid. */
export type NewSession = { cookies: string[]; end(): Promise<void> }

export type NewPerson = { email: string; name: string; emailVerified: boolean } & (
  | { password: string }
  | { passwordHash: string }
  | { password: null }
)

export type UserAuth = {
  origins: readonly string[]
  backOff: BackOff
  devices: Devices
  resets: Resets
  secondFactors: SecondFactors
  passkeys: Passkeys
  findSession(cookies: string | undefined): Promise<SignedIn | undefined>
  findPendingSession(
    cookies: string | undefined,
  ): Promise<(Pick<SignedIn, 'person'> & { session: { id: string } }) | undefined>
  /** Records the second factor in the session. Returns false if the session has changed. */
  completeSession(userId: string, id: string, was: { from: 'none' | 'pending' }): Promise<boolean>
  passSecondFactor(cookies: string): Promise<void>
  /** Ends the `passed` state of sessions after the person's last factor is removed. */
  resetPassedWithoutFactors(userId: string): Promise<void>
  findByEmail(email: string): Promise<Person | undefined>
  find(id: string): Promise<Person | undefined>
  hasAnybody(): Promise<boolean>
  create(person: NewPerson): Promise<Person>
  /** Hashes the password of a person who is created later, so that only the hash is stored until then. */
  hashPassword(password: string): Promise<string>
  hasPasswordHash(userId: string, hash: string): Promise<boolean>
  hasPassword(userId: string, password: string): Promise<boolean>
  signIn(email: string, password: string, client?: Client): Promise<string[] | undefined>
  /**
   * `passed` means that both factors were used. With `none`, a person who has a second factor still has to show it. With
   * `organizationId`, the session reaches that organization only.
   */
  openSession(
    userId: string,
    client: Client,
    secondFactor: 'none' | 'passed',
    organizationId?: string,
  ): Promise<NewSession | undefined>
  signOut(cookies: string | undefined): Promise<string[]>
  /** Ends every session, including those of others who knew the old password. */
  setPassword(userId: string, password: string): Promise<void>
  markVerified(userId: string): Promise<void>
  rename(userId: string, name: string): Promise<void>
  listSessions(userId: string): Promise<Session[]>
  delete(userId: string): Promise<void>
  endOrganizationSessions(organizationId: string): Promise<void>
  /** Deletes sessions that no cookie can use any more. They contain IP addresses. */
  deleteExpiredSessions(): Promise<void>
  /** Ends all sessions, only one, or all but one. Returns the number of ended sessions. */
  endSessions(userId: string, which?: Which): Promise<number>
}

/** A pending sign-in waits this long for the second factor. */
const pendingMs = 600_000

type Options = BetterAuthOptions & {
  secrets: Secrets
  clock: Clock
  /** Passkeys are bound to the host name of this origin. */
  passkeyOrigin: string
}

export function createUserAuth(options: Options): UserAuth {
  const { pool, secrets, clock, trustedOrigins, secure } = options
  // The library is loaded at the first sign-in. A service used only by keys never needs these 20 MB.
  let loaded: Promise<Library> | undefined
  const library = () => (loaded ??= loadBetterAuth(options))
  const inner = async () => (await (await library()).$context) as Awaited<Library['$context']>

  const run: RunQuery = async (query) => {
    const { text, values = [] } = compile(query)
    return pool.query(text, [...values])
  }
  const secondFactors = createSecondFactors({ run, secrets, clock })
  const place = choosePlace(trustedOrigins, options.passkeyOrigin)
  const passkeys = createPasskeys({ run, secrets, clock, log: options.log, place })
  // Checks the second factor after creating the session, whose token is not sent yet. A factor that is set up from
  // now on ends the session.
  const holdIfNeeded = async (userId: string, token: string) => {
    if ((await secondFactors.state(userId)).enabled) await run(holdSession(token))
  }

  const find = async (cookies: string | undefined) => {
    const { response: found, headers: answered } = await throwingOnOutage(async () =>
      (await library()).api.getSession({ headers: withCookies(cookies), returnHeaders: true }),
    )
    if (!found) return undefined
    const { user, session } = found
    if (Date.now() - session.createdAt.getTime() > absoluteSeconds * 1000) {
      await endSessions(user.id, { only: session.id })
      return undefined
    }
    const { secondFactor, organizationId } = session as typeof session & {
      secondFactor?: string | null
      organizationId?: string | null
    }
    return {
      person: toPerson(user),
      session: { ...session, organizationId: organizationId ?? null },
      secondFactor: secondFactor ?? 'none',
      cookies: answered.getSetCookie(),
    }
  }
  const findSession: UserAuth['findSession'] = async (cookies) => {
    const found = await find(cookies)
    if (!found || found.secondFactor === 'pending') return undefined
    const { person, session, secondFactor } = found
    const { id, createdAt, expiresAt, organizationId } = session
    const passed = secondFactor === 'passed' ? 'passed' : 'none'
    return {
      person,
      session: { id, createdAt, expiresAt, organizationId, secondFactor: passed },
      cookies: found.cookies,
    }
  }
  const endSessions: UserAuth['endSessions'] = async (userId, which) => {
    return (await run(deleteSessions(userId, which))).rowCount ?? 0
  }
  const findPasswordHash = async (column: 'id' | 'email', value: string): Promise<string | undefined> => {
    const { rows } = await pool.query<{ password: string | null }>(
      `select a.password from account a join "user" u on u.id = a."userId"
        where u.${column} = $1 and a."providerId" = 'credential'`,
      [value],
    )
    return rows[0]?.password ?? undefined
  }

  return {
    origins: trustedOrigins,
    backOff: createBackOff({ pool, secrets, clock }),
    devices: createDevices(secrets, secure),
    resets: createResets({ pool, clock }),
    findSession,
    secondFactors,
    passkeys,
    async findPendingSession(cookies) {
      const found = await find(cookies)
      if (found?.secondFactor !== 'pending') return undefined
      if (Date.now() - found.session.createdAt.getTime() <= pendingMs) return found
      await endSessions(found.person.id, { only: found.session.id })
      return undefined
    },
    completeSession: async (userId, id, { from }) => (await run(passSession(userId, id, from))).rowCount === 1,
    async passSecondFactor(cookies) {
      const found = await find(cookies)
      if (found) await run(passSession(found.person.id, found.session.id, found.secondFactor))
    },
    async resetPassedWithoutFactors(userId) {
      if ((await secondFactors.state(userId)).enabled || (await passkeys.list(userId)).length > 0) return
      await secondFactors.resetPassed(userId)
    },
    async findByEmail(email) {
      const found = await (await inner()).internalAdapter.findUserByEmail(email.toLowerCase())
      return found ? toPerson(found.user) : undefined
    },
    async find(id) {
      const found = await (await inner()).internalAdapter.findUserById(id)
      return found ? toPerson(found) : undefined
    },
    hasAnybody: async () => (await pool.query('select from "user" limit 1')).rowCount === 1,
    async create({ email, name, emailVerified, ...proof }) {
      const hash =
        'passwordHash' in proof
          ? proof.passwordHash
          : proof.password === null
            ? null
            : await (await inner()).password.hash(proof.password)
      const person = { id: newId(), email: email.toLowerCase(), name, emailVerified, createdAt: new Date() }
      await run(insertPerson(person, newId(), hash))
      return person
    },
    hashPassword: async (password) => (await inner()).password.hash(password),
    hasPasswordHash: async (userId, hash) => (await findPasswordHash('id', userId)) === hash,
    async hasPassword(userId, password) {
      const hash = await findPasswordHash('id', userId)
      return hash !== undefined && (await (await inner()).password.verify({ hash, password }))
    },
    async signIn(email, password, client) {
      const headers = buildHeaders(client)
      const before = await findPasswordHash('email', email.toLowerCase())
      const response = await throwingOnOutage(async () =>
        (await library()).api.signInEmail({ body: { email, password }, headers, asResponse: true }),
      )
      if (response.status >= 500) throw new Error(`signing in failed: ${await response.text()}`)
      if (!response.ok) return undefined
      const { token, user } = (await response.json()) as { token: string; user: { id: string } }
      if ((await findPasswordHash('email', email.toLowerCase())) === before) {
        await holdIfNeeded(user.id, token)
        return response.headers.getSetCookie()
      }
      // A concurrent password change has ended all other sessions, so this session must end too.
      await run(deleteSession(token))
      return undefined
    },
    async openSession(userId, client, secondFactor, organizationId) {
      const body = { userId, ...(organizationId && { organizationId }) }
      const { response, headers } = await throwingOnOutage(async () =>
        (await library()).api.openSession({ body, headers: buildHeaders(client), returnHeaders: true }),
      )
      if (!response) return undefined
      const { token } = response
      if (secondFactor === 'passed') await run(passNewSession(token))
      else await holdIfNeeded(userId, token)
      return {
        cookies: headers.getSetCookie(),
        async end() {
          await run(deleteSession(token))
        },
      }
    },
    async signOut(cookies) {
      const response = await throwingOnOutage(async () =>
        (await library()).api.signOut({ headers: withCookies(cookies), asResponse: true }),
      )
      return response.headers.getSetCookie()
    },
    async setPassword(userId, password) {
      const { internalAdapter, password: hashing } = await inner()
      const hash = await hashing.hash(password)
      // A person who used only single sign-on has no credential yet.
      if ((await findPasswordHash('id', userId)) === undefined)
        await internalAdapter.linkAccount(buildCredential(userId, hash))
      else await internalAdapter.updatePassword(userId, hash)
      await endSessions(userId)
    },
    async markVerified(userId) {
      await pool.query('update "user" set "emailVerified" = true where id = $1', [userId])
    },
    async rename(userId, name) {
      await pool.query('update "user" set name = $2, "updatedAt" = now() where id = $1', [userId, name])
    },
    async listSessions(userId) {
      const { rows } = await pool.query<Session>(
        `select id, "createdAt", "updatedAt" as "lastUsedAt", "expiresAt", "ipAddress" as address, "userAgent", "organizationId" from session
          where "userId" = $1 and "secondFactor" <> 'pending' and "expiresAt" > now() and "createdAt" > now() - interval '${absoluteSeconds} seconds'
          order by "createdAt" desc, id desc limit 1000`,
        [userId],
      )
      return rows
    },
    async delete(userId) {
      await run(deleteUser(userId))
    },
    async endOrganizationSessions(organizationId) {
      await run(deleteOrganizationSessions(organizationId))
    },
    async deleteExpiredSessions() {
      await run(deleteExpiredSessions())
    },
    endSessions,
  }
}

const buildCredential = (userId: string, password: string) => ({
  userId,
  providerId: 'credential',
  accountId: userId,
  password,
})

/** One statement, so that a person never exists without their password. */
export const insertPerson = (person: Person, credentialId: string, passwordHash: string | null) => sql<object>`
    with person as (
      insert into auth."user" (id, email, name, "emailVerified", "createdAt")
      values (${person.id}, ${person.email}, ${person.name}, ${person.emailVerified}, ${person.createdAt})
      returning id
    )
    insert into auth.account (id, "userId", "providerId", "accountId", password, "updatedAt")
    select ${credentialId}::text, p.id, 'credential', p.id, ${passwordHash}::text, current_timestamp from person p
     where ${passwordHash}::text is not null`

type Which = { only: string } | { except: string }

export function deleteSessions(userId: string, which?: Which) {
  const among = !which ? sql`` : 'only' in which ? sql`and id = ${which.only}` : sql`and id <> ${which.except}`
  return sql<object>`delete from auth.session where "userId" = ${userId} ${among}`
}

/** Blocks the session until the second factor is shown. */
export const holdSession = (token: string) =>
  sql<object>`update auth.session set "secondFactor" = 'pending' where token = ${token}`

export const passNewSession = (token: string) =>
  sql<object>`update auth.session set "secondFactor" = 'passed' where token = ${token}`

export const deleteSession = (token: string) => sql<object>`delete from auth.session where token = ${token}`

export const deleteOrganizationSessions = (organizationId: string) =>
  sql<object>`delete from auth.session where "organizationId" = ${organizationId}`

export const deleteExpiredSessions = () => sql<object>`
  delete from auth.session
   where "expiresAt" <= now() or "createdAt" <= now() - make_interval(secs => ${absoluteSeconds})`

export const passSession = (userId: string, id: string, from: string) =>
  sql<object>`
    update auth.session set "secondFactor" = 'passed' where "userId" = ${userId} and id = ${id} and "secondFactor" = ${from}`

export const deleteUser = (userId: string) => sql<object>`delete from auth."user" where id = ${userId}`

const toPerson = ({ id, email, name, emailVerified, createdAt }: Person): Person => ({
  id,
  email,
  name,
  emailVerified,
  createdAt,
})

const withCookies = (cookies: string | undefined) => new Headers(cookies === undefined ? {} : { cookie: cookies })

const buildHeaders = (client: Client | undefined) =>
  new Headers({
    [addressHeader]: client?.address ?? '127.0.0.1',
    'user-agent': client?.userAgent ?? '',
  })
