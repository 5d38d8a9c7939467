// Only responses of successful calls are stored. A refused call changed nothing, so its key can be used again.
import { randomUUID } from 'node:crypto'
import type { OrganizationTx, StoreTx } from '../db/db.ts'
import { type Caller, nameOfCaller } from '../identity/caller.ts'
import type { Incoming } from '../identity/incoming.ts'
import { AppError, conflict, invalid } from '../values/errors.ts'
import { type FieldPath, removeSecrets } from '../values/secret-fields.ts'
import { Answer } from './answer.ts'
import { computeFingerprint, fingerprintWhileRead } from './fingerprint.ts'
import type { Kernel } from './kernel.ts'
import type { Operation } from './operation.ts'
import * as store from './repeats-store.ts'
import type { Input } from './validate.ts'

export const keptMs = 86_400_000
/** A crashed call of many transactions blocks its key for this long. A running call renews its claim. */
const claimMs = 60_000
const renewMs = 20_000
const maxAnswerBytes = 256 * 1024

export type KeyedCall = store.CallName & {
  storeEnvId: string | null
  secretPaths: readonly FieldPath[]
  fingerprint(): Promise<Buffer>
}

export function readKeyedCall(
  op: Operation,
  incoming: Incoming,
  caller: Caller,
  storeEnvId: string,
  input: Input,
): KeyedCall | undefined {
  const { idempotencyKey: key, upload } = incoming
  if (key === undefined) return undefined
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalid('The header idempotency-key must be 1 to 255 visible ASCII characters, without spaces.')
  const values = computeFingerprint([storeEnvId, input.params, input.query, input.body])
  const bytes = upload && fingerprintWhileRead(upload)
  return {
    organizationId: caller.organizationId,
    caller: nameOfCaller(caller),
    operation: op.id,
    key,
    storeEnvId: storeEnvId || null,
    secretPaths: op.compiled().secretPaths,
    fingerprint: async () =>
      bytes ? computeFingerprint([values.toString('hex'), (await bytes()).toString('hex')]) : values,
  }
}

/** The work and its record share one transaction, so neither exists without the other. */
export async function onceInTransaction(
  { services }: Kernel,
  call: KeyedCall,
  tx: StoreTx | OrganizationTx,
  work: () => Promise<Answer>,
): Promise<Answer> {
  // The store's next write starts after this commit, so a waiting repeat finds the response.
  if ('keepTurn' in tx) tx.keepTurn()
  const isOurs = await store.tryLock(tx, call)
  const found = await store.find(tx, call, oldest(tx.now))
  if (found) return replay(services, call, found)
  if (!isOurs) throw inProgress()
  const answer = await work()
  if (!isKept(answer)) return answer
  const { storeEnvId } = call
  const sealed = seal(services, call, answer)
  await store.upsert(tx, call, { storeEnvId, fingerprint: await call.fingerprint(), answer: sealed })
  return answer
}

/**
 * Work of several transactions is claimed before it starts and recorded after it ends. A crash in between allows a second
 * run.
 */
export async function onceByClaim(
  { db, services }: Kernel,
  call: KeyedCall,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const by = randomUUID()
  const transact = <T>(step: (tx: OrganizationTx) => Promise<T>) => db.organization(call.organizationId, 'write', step)
  const until = () => new Date(services.clock.now().getTime() + claimMs)
  const { storeEnvId } = call
  const found = await transact(async (tx) => {
    const isOurs = await store.tryLock(tx, call)
    const row = await store.find(tx, call, oldest(tx.now))
    if (row && (row.claimed_until === null || row.claimed_until > tx.now.toISOString())) return row
    if (!isOurs) throw inProgress()
    await store.upsert(tx, call, { storeEnvId, fingerprint: null, answer: null, claim: { by, until: until() } })
    return undefined
  })
  if (found) return replay(services, call, found)
  const renewing = setInterval(() => {
    transact((tx) => store.renew(tx, call, { by, until: until() })).catch(() => {})
  }, renewMs)
  renewing.unref()
  try {
    const answer = await work()
    if (isKept(answer)) {
      const fingerprint = await call.fingerprint()
      await transact((tx) => store.finish(tx, call, by, { fingerprint, answer: seal(services, call, answer) }))
    } else await transact((tx) => store.release(tx, call, by))
    return answer
  } catch (error) {
    // If the database is unavailable, the claim expires by itself.
    await transact((tx) => store.release(tx, call, by)).catch(() => {})
    throw error
  } finally {
    clearInterval(renewing)
  }
}

const oldest = (now: Date) => new Date(now.getTime() - keptMs)

const isKept = ({ status, stream }: Answer) => status < 300 && !stream

type StoredAnswer = Pick<Answer, 'status' | 'text' | 'headers'> & { hadSecret?: boolean }

const answerContext = ({ organizationId, caller, operation, key }: store.CallName) =>
  `idempotency ${JSON.stringify([organizationId, caller, operation, key])}`

function seal({ secrets }: Kernel['services'], call: KeyedCall, answer: Answer): Buffer | null {
  const kept = JSON.stringify(withoutSecrets(call, answer))
  return Buffer.byteLength(kept) > maxAnswerBytes ? null : secrets.seal(kept, answerContext(call))
}

/** A cookie is a secret of the browser that received it. */
function withoutSecrets({ secretPaths }: KeyedCall, answer: StoredAnswer): StoredAnswer {
  const { 'set-cookie': _cookies, ...headers } = answer.headers
  const { status, text, hadSecret = false } = answer
  if (text === undefined || secretPaths.length === 0) return { status, text, headers }
  const left = removeSecrets(JSON.parse(text), secretPaths)
  if (!left.hadSecret) return { status, text, headers, hadSecret }
  return { status, text: JSON.stringify(left.value), headers, hadSecret: true }
}

async function replay(services: Kernel['services'], call: KeyedCall, row: store.Row): Promise<Answer> {
  if (row.fingerprint === null || row.claimed_until !== null) throw inProgress()
  if (!row.fingerprint.equals(await call.fingerprint())) throw reused()
  // Secrets are removed here too, because old versions stored responses with their secrets.
  const { status, text, headers, hadSecret } = withoutSecrets(call, open(services, call, row.answer))
  if (hadSecret) throw alreadyShown(text, headers)
  return new Answer(status, {
    ...(text !== undefined && { text }),
    headers: { ...headers, 'idempotent-replayed': 'true' },
  })
}

function open({ secrets }: Kernel['services'], call: KeyedCall, answer: Buffer | null): StoredAnswer {
  if (!answer) throw notKept()
  try {
    return JSON.parse(secrets.open(answer, answerContext(call))) as StoredAnswer
  } catch {
    // The response was encrypted with a former SECRET_KEY.
    throw notKept()
  }
}

const inProgress = () =>
  new AppError(
    409,
    'idempotency_in_progress',
    'The first call with this Idempotency-Key is still running. Try again shortly.',
    {
      headers: { 'retry-after': '1' },
    },
  )

const reused = () =>
  conflict(
    'This Idempotency-Key was used for another call. Use a new key, or send the same parameters, body and store.',
    'idempotency_key_reused',
  )

/** The path of the resource, so that its secret can be replaced or the resource deleted. */
function alreadyShown(text = '{}', { location }: Answer['headers']): AppError {
  const { id } = JSON.parse(text) as { id?: unknown }
  const resource = typeof id === 'string' ? id : undefined
  const next = resource
    ? `The call created ${resource}. Rotate its secret, or delete it and create another with a new Idempotency-Key.`
    : 'Send the call with a new Idempotency-Key to get another secret.'
  return new AppError(
    409,
    'secret_already_shown',
    `The first call with this Idempotency-Key succeeded. Its answer contained a secret, which is shown only once. ${next}`,
    {
      ...(resource && { extra: { id: resource } }),
      headers: { 'idempotent-replayed': 'true', ...(typeof location === 'string' && { location }) },
    },
  )
}

const notKept = () =>
  conflict(
    'The first call with this Idempotency-Key succeeded, but its response is no longer stored. Read the resource instead.',
    'idempotency_answer_not_kept',
  )
