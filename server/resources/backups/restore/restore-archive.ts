// Reads every file completely first, so that a damaged archive is refused before the only writing transaction begins.
import { createHmac } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { archiveRestored } from '#platform/areas/archive.ts'
import type { AreaArchive } from '#platform/areas/area.ts'
import { publish } from '#platform/areas/events.ts'
import { tryToAnalyze } from '#platform/db/analyze.ts'
import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import { type Extension, photoKey, readPhotoKey } from '#platform/files/images/keys.ts'
import { detectKind, NotAPhoto } from '#platform/files/images/kind.ts'
import type { JobContext } from '#platform/jobs/jobs.ts'
import { TakeoverError } from '#platform/jobs/resumable.ts'
import { invalidateStorefront } from '#platform/storefront/invalidation.ts'
import { createReviewProofs, listKnownKeys, type ReviewProofs } from '#resources/evidence/restoring/commands.ts'
import { type ArchivedLedger, createLedgerReader, createReviewFacts } from '#resources/evidence/restoring/rules.ts'
import * as imports from '#resources/imports/elsewhere-commands.ts'
import { dataPath } from '../rules.ts'
import { readStore } from '../store.ts'
import { countLines, linesAtOnce } from './lines.ts'
import type { OpenArchive } from './open-archive.ts'
import { makePlan } from './plan.ts'
import { invalidArchive, notEmpty } from './problem.ts'
import { idsBy, type ListedFile, readLine } from './rules.ts'
import * as store from './store.ts'
import { writeRows } from './write-rows.ts'

/**
 * Time limit of the writing transaction. Clients that follow changes do not wait for its commit, because restored rows
 * get change times other than its start.
 */
const longestMs = 3_600_000
const reportAfterMs = 2_000

class Undo extends Error {
  readonly counts: Counts

  constructor(counts: Counts) {
    super('The dry run is rolled back.')
    this.counts = counts
  }
}
type Counts = ReadonlyMap<string, number>

export type Work = JobContext & {
  run: StoreScope & { importId: string }
  areas: readonly AreaArchive[]
  archive: OpenArchive
  /** Maps keys of pictures in the archive to their keys in the storage. Entries are added as pictures are stored. */
  photos: Map<string, string>
  isDryRun: boolean
  signal: AbortSignal
}

export async function restoreArchive(work: Work): Promise<void> {
  const { db, run, services, archive, isDryRun, now } = work
  const key = services.secrets.tokenFor(`restore ${run.importId}`)
  const { storeEnvId } = run
  const idOf = idsBy(key)
  const findPhotoKey = (old: string) => work.photos.get(old)
  const { total, reader } = await readToTheEnd(work)
  const ledger = reader.end(archive.storeEnvId, await db.store(run, 'read', listKnownKeys))
  const proofs = createReviewProofs(await readFacts(work, ledger))
  const { proofOf, isUnproven } = proofs
  const { origins = [] } = (await db.store(run, 'read', readStore)) ?? {}
  const { organizationId } = run
  const restoring = {
    storeEnvId,
    organizationId,
    origins,
    now,
    secrets: services.secrets,
    idOf,
    keyOf: findPhotoKey,
    proofOf,
    isUnproven,
  }
  const warnings = archive.hasAddresses ? [] : [withoutAddresses]
  await db.store(run, 'write', (tx) => imports.markCounted(tx, run.importId, total, warnings))
  for (const file of listPictures(archive)) await takePhoto(work, file, key, idOf)
  const report = reporting(work)
  const target = { importId: run.importId, restoring, written: report.add, ledger, proofs }
  try {
    await db.store(run, 'write', (tx) => writeAll(tx, work, target, report), { longestMs })
  } catch (error) {
    if (!(error instanceof Undo)) throw error
    const { counts } = error
    await db.store(run, 'write', (tx) => end(tx, work, report, counts, proofs))
  }
  if (!isDryRun) await tryToAnalyze(work, run, filledTables)
}

const filledTables = ['reviews', 'customers', 'order_line_items', 'products', 'product_variants'] as const

const withoutAddresses = {
  code: 'addresses_missing',
  message:
    'The archive was made with an API key and has no e-mail addresses. Customers, members and their points need them and were skipped. Orders and reviews were restored.',
}

type Target = Parameters<typeof writeRows>[3] & { ledger: ArchivedLedger; proofs: ReviewProofs }

const unprovenReviews = (count: number) => ({
  code: 'reviews_unproven',
  message: `${count} ${count === 1 ? 'review has' : 'reviews have'} no proof from a ledger signed by a known key. Each was restored as an imported, unverified review that awaits approval.`,
})

async function writeAll(tx: StoreTx, work: Work, target: Target, report: Report): Promise<void> {
  const { run, archive, areas, isDryRun } = work
  if (!(await store.takeTurn(tx, run.importId))) throw new TakeoverError()
  if (await store.hasContents(tx)) throw notEmpty()
  const counts = await writeRows(tx, archive, await makePlan(tx, areas, archive.hasAddresses), target)
  const contents = (await store.countContents(tx)) ?? {}
  // If a table has other rows than those of the archive, somebody else added them during the restore.
  for (const [table, count] of Object.entries(contents)) if (count !== (counts.get(table) ?? 0)) throw notEmpty()
  const { size, root } = target.ledger
  publish(tx, archiveRestored, {
    ...{ id: run.importId, store: archive.storeEnvId },
    ledger: { size, root: root.toString('hex') },
  })
  if (isDryRun) throw new Undo(counts)
  await end(tx, work, report, counts, target.proofs)
  invalidateStorefront(tx)
}

async function end(tx: StoreTx, { run }: Work, report: Report, counts: Counts, { unproven }: ReviewProofs) {
  await imports.addDone(tx, run.importId, report.take())
  await imports.markTableRows(tx, run.importId, counts, unproven.size > 0 ? { reviews: unproven.size } : {})
  if (unproven.size > 0) await imports.addWarning(tx, run.importId, unprovenReviews(unproven.size))
  await imports.markEnded(tx, run.importId, null)
}

type Report = { add(rows: number): Promise<void>; take(): number }

/** Stores the progress in separate transactions, because the writing transaction is invisible before its commit. */
function reporting({ db, run, signal }: Work): Report {
  let rows = 0
  let reportedAt = performance.now()
  const take = () => {
    const taken = rows
    rows = 0
    return taken
  }
  return {
    take,
    async add(more) {
      rows += more
      signal.throwIfAborted()
      if (performance.now() - reportedAt < reportAfterMs) return
      reportedAt = performance.now()
      await db.store(run, 'write', (tx) => imports.addDone(tx, run.importId, take()))
    },
  }
}

const listPictures = ({ files }: OpenArchive) => files.filter(({ path }) => path.startsWith('media/'))

const ledgerPath = dataPath('evidence')

async function readToTheEnd({ archive, signal }: Work) {
  let total = 0
  const reader = createLedgerReader()
  for (const file of archive.files)
    if (file.path.startsWith('media/')) for await (const _ of archive.read(file)) signal.throwIfAborted()
    else if (file.path === ledgerPath)
      for await (const texts of linesAtOnce(archive.read(file), file.path)) {
        for (const text of texts) {
          const { table, row } = readLine(text, file.path, ++total)
          reader.add(table, row)
        }
        signal.throwIfAborted()
      }
    else
      for await (const ended of countLines(archive.read(file), file.path)) {
        total += ended
        signal.throwIfAborted()
      }
  return { total, reader }
}

async function readFacts({ archive, signal }: Work, { signedSize }: ArchivedLedger) {
  const facts = createReviewFacts(signedSize)
  const file = archive.files.find(({ path }) => path === ledgerPath)
  if (!file) return facts
  for await (const texts of linesAtOnce(archive.read(file), file.path)) {
    for (const text of texts) {
      const { table, row } = readLine(text, file.path, 0)
      facts.add(table, row)
    }
    signal.throwIfAborted()
  }
  return facts
}

const extensions = { jpeg: 'jpg', png: 'png', webp: 'webp' } as const

/** Stores one picture under every key by which rows refer to it. */
async function takePhoto(work: Work, file: ListedFile, key: string, idOf: (id: string) => string): Promise<void> {
  const { archive, photos, services, run, isDryRun, signal } = work
  const content = await buffer(Readable.from(archive.read(file)))
  const extension = chooseExtension(file.path, content)
  for (const old of file.keys ?? []) {
    const photoId = readPhotoKey(old)?.photoId
    if (photoId === undefined) throw invalidArchive(`The manifest lists an invalid photo key for ${file.path}.`)
    const secret = createHmac('sha256', key).update(old).digest('hex').slice(0, 32)
    const here = photoKey(run.storeEnvId, idOf(photoId), extension, 'photos', secret)
    photos.set(old, here)
    if (!isDryRun) await services.storage.put(here, content)
  }
  signal.throwIfAborted()
}

function chooseExtension(path: string, content: Buffer): Extension {
  try {
    const extension = extensions[detectKind(content)]
    if (path.endsWith(`.${extension}`)) return extension
  } catch (error) {
    if (!(error instanceof NotAPhoto)) throw error
  }
  throw invalidArchive(`${path} is not a picture of the type in its name.`)
}
