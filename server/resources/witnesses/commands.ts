// Heads are signed without waiting for any witness. A job offers them afterwards, outside of any transaction.
import type { CrossDb, StoreReads, StoreScope, StoreTx } from '#platform/db/db.ts'
import { GuardedFetchError } from '#platform/guarded-fetch/errors.ts'
import { enqueue, type JobContext } from '#platform/jobs/jobs.ts'
import type { Secrets } from '#platform/process/secrets.ts'
import { invalidateStorefront } from '#platform/storefront/invalidation.ts'
import { enqueueForOwnersIn, readStoreName } from '#resources/account/owner-commands.ts'
import { keyTypes, readVerifierKey, splitNote, type VerifierKey } from '#resources/evidence/cosignature-rules.ts'
import { findHeadSizeAt, findLastHead, findNextHead, type HeadRow } from '#resources/evidence/heads/commands.ts'
import { storeCosignature } from '#resources/evidence/heads/cosignature-commands.ts'
import { listKeys } from '#resources/evidence/heads/key-commands.ts'
import { findChangedEntry } from '#resources/evidence/heads/recount-commands.ts'
import { hashRanges } from '#resources/evidence/heads/tree-commands.ts'
import { consistencyRanges } from '#resources/evidence/heads/tree-rules.ts'
import {
  changedEntry,
  isDue,
  judgeAnswer,
  type Outcome,
  sizeOffered,
  stillBehind,
  unreachable,
  writeOffer,
} from './rules.ts'
import * as store from './store.ts'

export const offerJob = 'evidence.offer_head'
export const tellJob = 'evidence.tell_refusal'
const timeoutMs = 10_000
/** A job offers at most this many heads to a witness, and another job continues. */
const headsAtOnce = 50

/** Adds a job only if this store has a witness, so that the nightly signing of many stores adds no useless jobs. */
export async function offerLater(tx: StoreTx): Promise<void> {
  const { storeEnvId, organizationId } = tx
  if (await store.isAny(tx))
    await enqueue(tx, offerJob, { storeEnvId, organizationId }, { key: `${offerJob}:${storeEnvId}` })
}

/** Offers each witness the heads it has not answered yet, smallest head first. Returns the time of the next offer. */
export async function offerHeads(ctx: JobContext, scope: StoreScope): Promise<Date | undefined> {
  const { newest, witnesses } = await ctx.db.store(scope, 'read', async (tx) => ({
    newest: await findLastHead(tx),
    witnesses: await store.listOffered(tx),
  }))
  if (!newest) return undefined
  const due = witnesses.filter((each) => isDue(each, newest.size, ctx.now))
  if (due.length > 0) await offerUnchanged(ctx, scope, newest, due)
  const later = await ctx.db.store(scope, 'read', store.listOffered)
  const times = later.flatMap(({ dueAt }) => (dueAt === null ? [] : [Date.parse(dueAt)]))
  return times.length > 0 ? new Date(Math.min(...times)) : undefined
}

/** Offers no head if somebody changed the ledger in the database. The due witnesses then get the state `refused`. */
async function offerUnchanged(ctx: JobContext, scope: StoreScope, newest: HeadRow, due: store.OfferedWitness[]) {
  const isWhole = due.some(({ state }) => state === 'refused')
  const changed = await findChangedEntry(ctx, scope, newest.size, { isWhole })
  if (changed === undefined) {
    await Promise.all(due.map((witness) => offerTo(ctx, scope, newest.size, witness)))
    return
  }
  ctx.services.log.error({ storeEnvId: scope.storeEnvId, entry: changed }, 'a ledger was changed in the database')
  for (const { name } of due)
    await ctx.db.store(scope, 'write', (tx) => record(tx, name, newest.size, changedEntry(changed)))
}

async function offerTo(
  ctx: JobContext,
  scope: StoreScope,
  newest: number,
  witness: store.OfferedWitness,
): Promise<void> {
  const key = readVerifierKey(witness.vkey)
  if (!key) return
  const before = await ctx.db.store(scope, 'read', (tx) => findHeadSizeAt(tx, witness.addedAt))
  let after = sizeOffered(witness, { before, newest })
  let { size: from } = witness
  for (let i = 0; i < headsAtOnce; i++) {
    ctx.stopping.throwIfAborted()
    const head = await ctx.db.store(scope, 'read', (tx) => findNextHead(tx, after))
    if (!head) return
    after = head.size
    const to = { url: witness.url, key, newest }
    const first = await offer(ctx, scope, head, { ...to, from })
    if (first.kind === 'behind') from = first.size
    // A witness never cosigns a head below the size it has seen, so such a head is skipped.
    if (from > head.size) continue
    const outcome = first.kind === 'behind' ? await offer(ctx, scope, head, { ...to, from }) : first
    const ended = outcome.kind === 'behind' ? stillBehind : outcome
    await ctx.db.store(scope, 'write', (tx) => record(tx, witness.name, head.size, ended))
    if (ended.kind === 'cosigned') from = head.size
    else if (ended.afterMs !== null) return
  }
  await ctx.db.store(scope, 'write', offerLater)
}

type Offer = { url: string; key: VerifierKey; from: number; newest: number }

async function offer({ db, services, now }: JobContext, scope: StoreScope, head: HeadRow, to: Offer): Promise<Outcome> {
  const { size, checkpoint } = head
  const isProven = to.from > 0 && to.from < size
  const path = isProven ? await db.store(scope, 'read', (tx) => hashRanges(tx, consistencyRanges(to.from, size))) : []
  const text = splitNote(checkpoint)?.text ?? ''
  try {
    const answer = await services.fetch(`${to.url}/add-checkpoint`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: writeOffer(to.from, path, checkpoint),
      timeoutMs,
    })
    return judgeAnswer(answer, { key: to.key, text, newest: to.newest, now })
  } catch (error) {
    if (error instanceof GuardedFetchError) return unreachable(error.code)
    throw error
  }
}

async function record(tx: StoreTx, witness: string, size: number, outcome: Exclude<Outcome, { kind: 'behind' }>) {
  if (outcome.kind === 'cosigned') {
    const { line, at } = outcome
    await storeCosignature(tx, { witness, size, at, line })
    await store.upsertCosigned(tx, { witness, size, at })
    // Drops cached responses to shopping agents, which name the witnesses of the newest head.
    invalidateStorefront(tx)
    return
  }
  const { state, message, afterMs } = outcome
  const dueAt = afterMs === null ? null : new Date(tx.now.getTime() + afterMs)
  if (!(await store.upsertState(tx, { witness, state, message, offeredSize: size, dueAt }))) return
  const { storeEnvId, organizationId } = tx
  await enqueueForOwnersIn(tx, tellJob, { storeEnvId, organizationId, witness, message })
}

export type Refusal = StoreScope & { witness: string; message: string; to: string }

export async function mailRefusal({ db, services }: JobContext, refusal: Refusal): Promise<void> {
  const name = await db.store(refusal, 'read', readStoreName)
  const { organizationId, to, witness, message } = refusal
  await services.mail.send({
    ...{ organizationId, to },
    subject: `A witness refused the ledger of ${name}`,
    text: `The newest head of the ledger of ${name} has no signature of the witness ${witness}. ${message}

Ask your operator whether the database was changed by hand, or a backup restored. The evidence page in the
admin application shows the state of each witness. Reviews work as before.

You get this mail at most once a day for each witness.
`,
  })
}

type AddedWitness = { vkey: string; url: string; stores: string[] | null }

/** Returns the reason why this witness cannot be added, or undefined if it was added. */
export async function addWitness(
  db: Pick<CrossDb, 'ask' | 'system'>,
  secrets: Secrets,
  sent: AddedWitness,
): Promise<string | undefined> {
  const key = readVerifierKey(sent.vkey)
  if (!key || key.type === keyTypes.log)
    return 'VKEY must be the verifier key of a witness: NAME+HASH+KEY of type 4 (Ed25519) or 6 (ML-DSA-44).'
  const own = await listKeys(db, secrets)
  if (own.some(({ publicKey }) => publicKey === key.publicKey.toString('base64')))
    return 'This is the key that signs our own heads. A witness needs a key of its own.'
  const added = await db.system('write', (tx) => store.insert(tx, { ...sent, name: key.name }))
  return added === 1 ? undefined : `A witness named ${key.name} exists already. Remove it first.`
}

export const listWitnesses = (db: Pick<CrossDb, 'system'>) => db.system('read', store.listAll)

export const listStoreWitnesses = (tx: StoreReads) => tx.all(store.selectListed(tx))

export const removeWitness = async (db: Pick<CrossDb, 'system'>, name: string): Promise<boolean> =>
  (await db.system('write', (tx) => store.deleteByName(tx, name))) > 0
