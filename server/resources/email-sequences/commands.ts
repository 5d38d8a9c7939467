import type { Audit } from '#platform/audit/audit.ts'
import type { StoreDb, StoreReads, StoreScope, StoreTx } from '#platform/db/db.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { conflict, notFound, orNotFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import {
  type Act,
  type Content,
  changedContent,
  isSame,
  parseContent,
  productsIn,
  type SequenceRow,
  statusAfter,
} from './rules.ts'
import { clearJob, workNow } from './runs/names.ts'
import { limits, type NewSequence, type SequenceChanges, type Stats } from './schema.ts'
import * as store from './store.ts'
import { requireWords } from './words.ts'

type StoreAccess = { db: StoreDb; scope: StoreScope }

/** Checks the Liquid of all steps before the transaction, because merchants' Liquid can be slow. */
export async function createSequence(
  { db, scope }: StoreAccess,
  audit: Audit,
  sent: NewSequence,
): Promise<SequenceRow> {
  const content = parseContent(sent)
  await db.store(scope, 'read', (tx) => requirePlaces(tx, content))
  await requireWords(scope, content.steps)
  return db.store(scope, 'write', async (tx) => {
    await store.lockList(tx)
    if ((await store.countAll(tx)) >= limits.sequences)
      throw conflict(`A store has up to ${limits.sequences} sequences. Archive or delete one first.`, 'limit_reached')
    await requirePlaces(tx, content)
    const id = newId(tx.now.getTime())
    const name = sent.name.trim()
    await store.insert(tx, id, name, content)
    await audit(tx, 'email_sequence.created', { type: 'email_sequence', id, name })
    return requireSequence(tx, id)
  })
}

export async function changeSequence(
  { db, scope }: StoreAccess,
  audit: Audit,
  id: string,
  changes: SequenceChanges,
): Promise<SequenceRow> {
  const known = await db.store(scope, 'read', async (tx) => {
    const row = await requireSequence(tx, id)
    await requirePlaces(tx, changedContent(row, changes))
    return row
  })
  // Checks only the steps in the request. Stored steps were checked before.
  if (changes.steps) await requireWords(scope, changedContent(known, changes).steps)
  return db.store(scope, 'write', async (tx) => {
    const before = await lockSequence(tx, id)
    if (before.status === 'archived') throw conflict('This sequence is archived and cannot be changed.')
    if (changes.version !== undefined && changes.version !== before.version)
      throw conflict('Someone else has changed this sequence. Read it again, then repeat your change.')
    const content = changedContent(before, changes)
    const name = changes.name?.trim() ?? before.name
    const hasNews = !isSame(content, before)
    if (!hasNews && name === before.name) return before
    await requirePlaces(tx, content)
    const version = hasNews && before.publishedAt !== null ? before.version + 1 : before.version
    if (hasNews) await store.insertVersion(tx, id, version, content)
    await store.update(tx, id, { name, version })
    if (version > before.version) await store.deleteUnused(tx, id, version)
    const changed = Object.keys(changes).filter((field) => field !== 'version')
    await audit(tx, 'email_sequence.changed', { type: 'email_sequence', id, name }, { changed, version })
    return requireSequence(tx, id)
  })
}

const acts = {
  publish: 'email_sequence.published',
  pause: 'email_sequence.paused',
  resume: 'email_sequence.resumed',
  archive: 'email_sequence.archived',
} as const

export async function act(tx: StoreTx, audit: Audit, id: string, what: Act): Promise<SequenceRow> {
  const before = await lockSequence(tx, id)
  const status = statusAfter(what, before.status)
  if (status === undefined) throw conflict(`You cannot ${what} a sequence that is ${before.status}.`)
  if (status === before.status) return before
  await store.updateStatus(tx, id, status)
  await audit(tx, acts[what], { type: 'email_sequence', id, name: before.name }, { version: before.version })
  if (status === 'live') await workNow(tx)
  if (status === 'archived') await clear(tx, id)
  return requireSequence(tx, id)
}

export async function deleteSequence(tx: StoreTx, audit: Audit, id: string): Promise<void> {
  const { name } = await lockSequence(tx, id)
  await store.updateRemoved(tx, id)
  await audit(tx, 'email_sequence.deleted', { type: 'email_sequence', id, name })
  await clear(tx, id)
}

const clear = (tx: StoreTx, sequenceId: string) => {
  const { storeEnvId, organizationId } = tx
  return enqueue(tx, clearJob, { storeEnvId, organizationId, sequenceId })
}

export const requireSequence = async (tx: StoreReads, id: string): Promise<SequenceRow> =>
  orNotFound(await store.find(tx, id), 'sequence', id)

const lockSequence = async (tx: StoreTx, id: string): Promise<SequenceRow> =>
  orNotFound(await store.lock(tx, id), 'sequence', id)

async function requirePlaces(tx: StoreReads, content: Content): Promise<void> {
  const productIds = productsIn(content)
  const { categoryIds } = content.trigger.filter
  if (productIds.length > 0) requireAll('product', productIds, await store.listProducts(tx, productIds))
  if (categoryIds.length > 0) requireAll('category', categoryIds, await store.listCategories(tx, categoryIds))
}

function requireAll(what: string, wanted: readonly string[], found: readonly string[]): void {
  const known = new Set(found)
  const unknown = wanted.find((id) => !known.has(id))
  if (unknown !== undefined) throw notFound(what, unknown)
}

export async function readStats(tx: StoreReads, id: string): Promise<Stats> {
  await requireSequence(tx, id)
  const runs = await store.countRuns(tx, id)
  const sumRuns = (state: string) => runs.reduce((sum, row) => sum + (row.state === state ? row.runs : 0), 0)
  const mails = new Map<string, Stats['mails'][number]>()
  for (const { version, step, subject, state, mails: count } of await store.countMails(tx, id)) {
    const key = `${version} ${step}`
    const none = { deferred: 0, queued: 0, sent: 0, skipped: 0, missed: 0, failed: 0, unknown: 0 }
    const row = mails.get(key) ?? { version, step, subject: subject ?? '', ...none }
    mails.set(key, { ...row, [state]: count })
  }
  return {
    entered: runs.reduce((sum, row) => sum + row.runs, 0),
    active: sumRuns('active'),
    completed: sumRuns('completed'),
    exited: sumRuns('exited'),
    exitReasons: runs.flatMap(({ state, reason, runs: count }) =>
      state === 'exited' && reason !== null ? [{ reason, runs: count }] : [],
    ),
    goalReached: runs.reduce((sum, row) => sum + row.goals, 0),
    mails: [...mails.values()],
  }
}
