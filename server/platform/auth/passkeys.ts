// Passkeys with user verification count as both factors: something people have, and something they know or are.

import { sql } from '../db/query.ts'
import type { Clock } from '../process/clock.ts'
import type { Log } from '../process/log.ts'
import type { Secrets } from '../process/secrets.ts'
import { newId } from '../values/ids.ts'
import { type Challenges, createChallenges } from './challenges.ts'
import type { RunQuery } from './second-factors.ts'
import {
  challengeIn,
  type GivenAssertion,
  type GivenAttestation,
  type Place,
  type PublicKey,
  readAssertion,
  readRegistration,
  registrationOptions,
  signInOptions,
} from './webauthn.ts'

export const maxPasskeys = 20

export type Passkey = { id: string; name: string; createdAt: Date; lastUsedAt: Date | null; backedUp: boolean }
type Session = { person: { id: string; email: string; name: string }; session: { id: string } }

export type Passkeys = {
  /** Host name that the passkeys are bound to. Undefined if the service has only an IP address. */
  domain: string | undefined
  list(userId: string): Promise<Passkey[]>
  beginAdding(of: Session): Promise<ReturnType<typeof registrationOptions>>
  add(of: Session, name: string, given: GivenAttestation): Promise<Passkey | 'refused' | 'known' | 'too_many'>
  /** False if the passkey does not belong to the person. */
  rename(userId: string, id: string, name: string): Promise<boolean>
  delete(userId: string, id: string): Promise<{ name: string } | undefined>
  deleteAll(userId: string): Promise<number>
  /**
   * Accepts any passkey of this host, because the page does not know the person yet. `browser` is a value that only this
   * browser has.
   */
  beginSignIn(browser: string): ReturnType<typeof signInOptions>
  /** Returns the owner of the claimed credential, before its signature is verified. */
  findHolder(credentialId: string): Promise<string | undefined>
  /** Returns the passkey that made the signature; undefined for an invalid signature. */
  prove(browser: string, given: GivenAssertion): Promise<{ id: string; userId: string; name: string } | undefined>
  exists(id: string): Promise<boolean>
  deleteExpiredChallenges(): Promise<void>
}

type Options = { run: RunQuery; secrets: Secrets; clock: Clock; log: Log; place: Place | undefined }

export function createPasskeys({ run, secrets, clock, log, place }: Options): Passkeys {
  const challenges = createChallenges({ run, secrets, clock })
  const all = async (userId: string) =>
    (await run(listPasskeys(userId))).rows.map(({ created, used, ...rest }) => ({
      ...rest,
      createdAt: new Date(created),
      lastUsedAt: used === null ? null : new Date(used),
    }))
  const find = async (credentialId: string) => (await run(findPasskey(credentialId))).rows[0]
  // The caller gets no reason. The operator finds the reason in the log.
  const believed = async <T>(read: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await read()
    } catch (error) {
      log.info({ reason: String(error).slice(0, 300) }, 'a passkey was refused')
      return undefined
    }
  }
  return {
    domain: place?.domain,
    list: all,
    async beginAdding({ person, session }) {
      const known = (await run(listCredentials(person.id))).rows
      return registrationOptions(required(place), person, {
        challenge: challenges.issue(adding(person, session)),
        known,
      })
    },
    async add({ person, session }, name, given) {
      const challenge = await taken(challenges, given, adding(person, session))
      const read = challenge && (await believed(() => readRegistration(required(place), given, challenge)))
      if (!read) return 'refused'
      const row = { ...read, id: newId(clock.nowMs()), userId: person.id, name, createdAt: clock.now() }
      for (;;) {
        if ((await run(insertPasskey(row))).rowCount === 1) {
          const { id, backedUp, createdAt } = row
          return { id, name, createdAt, lastUsedAt: null, backedUp }
        }
        if (await find(row.credentialId)) return 'known'
        if ((await all(person.id)).length >= maxPasskeys) return 'too_many'
      }
    },
    rename: async (userId, id, name) => (await run(renamePasskey(userId, id, name))).rowCount === 1,
    delete: async (userId, id) => (await run(deletePasskey(userId, id))).rows[0],
    deleteAll: async (userId) => (await run(deletePasskeys(userId))).rowCount ?? 0,
    beginSignIn: (browser) => signInOptions(required(place), challenges.issue(`signing in ${browser}`)),
    findHolder: async (credentialId) => (await find(credentialId))?.userId,
    async prove(browser, given) {
      const challenge = await taken(challenges, given, `signing in ${browser}`)
      const known = await find(given.id)
      if (!challenge || !known || decodeHandle(given) !== known.userId) return undefined
      const key = { ...known, counter: Number(known.counter) }
      const shown = await believed(() => readAssertion(required(place), given, challenge, key))
      if (!shown) return undefined
      const { id, userId, name } = known
      const { rowCount } = await run(markUsed(id, { ...shown, at: clock.now() }))
      return rowCount === 1 ? { id, userId, name } : undefined
    },
    exists: async (id) => (await run(findById(id))).rowCount === 1,
    deleteExpiredChallenges: () => challenges.deleteExpired(),
  }
}

/** Binds the challenge to the session that requested it. */
const adding = (person: { id: string }, session: { id: string }) => `adding ${person.id} ${session.id}`

async function taken(challenges: Challenges, given: GivenAssertion | GivenAttestation, holder: string) {
  const challenge = await challengeIn(given)
  return challenge !== undefined && (await challenges.take(challenge, holder)) ? challenge : undefined
}

const decodeHandle = ({ response }: GivenAssertion) => Buffer.from(response.userHandle ?? '', 'base64url').toString()

function required(place: Place | undefined): Place {
  if (!place) throw new Error('Passkeys need a host name, and each operation must check this first.')
  return place
}

type Row = Pick<Passkey, 'id' | 'name' | 'backedUp'> & { created: number; used: number | null }

/** Selects times as milliseconds, because one pool returns times as text and the other as dates. */
export const listPasskeys = (userId: string) => sql<Row>`
  select id, name, "backedUp", (extract(epoch from "createdAt") * 1000)::float8 as created,
         (extract(epoch from "lastUsedAt") * 1000)::float8 as used
    from auth.passkey where "userId" = ${userId} order by "createdAt" desc, id desc`

export const listCredentials = (userId: string) => sql<Pick<PublicKey, 'credentialId' | 'transports'>>`
  select "credentialId", transports from auth.passkey where "userId" = ${userId}`

type PasskeyRow = Omit<PublicKey, 'counter'> & { id: string; userId: string; name: string; counter: string }

export const findPasskey = (credentialId: string) => sql<PasskeyRow>`
  select id, "userId", name, "credentialId", "publicKey", counter::text as counter, transports
    from auth.passkey where "credentialId" = ${credentialId}`

export const findById = (id: string) => sql<{ id: string }>`select id from auth.passkey where id = ${id}`

type NewPasskey = PublicKey & { id: string; userId: string; name: string; backedUp: boolean; createdAt: Date }

/** Inserts nothing if no slot is free, another call takes the same slot, or the credential is known. */
export const insertPasskey = (row: NewPasskey) => sql<object>`
  insert into auth.passkey (id, "userId", slot, "credentialId", "publicKey", counter, transports, "backedUp", name, "createdAt")
  select ${row.id}, ${row.userId}, s, ${row.credentialId}, ${Buffer.from(row.publicKey)}, ${row.counter}::bigint, ${row.transports},
         ${row.backedUp}, ${row.name}, ${row.createdAt}
    from generate_series(1, 20) s
   where not exists (select from auth.passkey p where p."userId" = ${row.userId} and p.slot = s)
   order by s limit 1
  on conflict do nothing`

export const renamePasskey = (userId: string, id: string, name: string) => sql<object>`
  update auth.passkey set name = ${name} where "userId" = ${userId} and id = ${id}`

export const deletePasskey = (userId: string, id: string) => sql<{ name: string }>`
  delete from auth.passkey where "userId" = ${userId} and id = ${id} returning name`

export const deletePasskeys = (userId: string) => sql<object>`delete from auth.passkey where "userId" = ${userId}`

/** Two parallel assertions with the same counter mean that one authenticator is a copy, so only one succeeds. */
export const markUsed = (id: string, { counter, backedUp, at }: { counter: number; backedUp: boolean; at: Date }) =>
  sql<object>`
    update auth.passkey set counter = ${counter}::bigint, "backedUp" = ${backedUp}, "lastUsedAt" = ${at}
     where id = ${id} and (counter < ${counter}::bigint or (counter = 0 and ${counter}::bigint = 0))`
