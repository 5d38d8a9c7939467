// Files are uncompressed and undated, so their content determines every byte of the ZIP. verify.mjs checks this.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import yazl from 'yazl'
import type { Stream, StreamTx } from '#platform/db/db.ts'
import type { Secrets } from '#platform/process/secrets.ts'
import { csvLine } from '#platform/values/csv.ts'
import { addFile } from '#platform/values/zip.ts'
import { readCosignatures } from '../heads/cosignature-commands.ts'
import { listKeysIn, readSigner } from '../heads/key-commands.ts'
import { dayToSign } from '../heads/rules.ts'
import { findDated, findSize, type HeadRow, toHead } from '../heads/store.ts'
import { createEdge } from '../heads/tree-rules.ts'
import { checkpointText, originOf } from '../note-rules.ts'
import { listAll as listPolicies } from '../policies/store.ts'
import type { LedgerEntry } from '../schema.ts'
import { readSuppression } from '../suppression/commands.ts'
import { appealCells, appealColumns, collectAppeals, csvCells, csvColumns, foldReview, packedReview } from './rules.ts'
import * as store from './store.ts'

export type PackRequest = {
  from: string
  to: string
  begin: Date
  end: Date
  now: Date
}

type HeadCallback = (head: HeadRow) => void

export function writePack(stream: Stream, secrets: Secrets, wanted: PackRequest, taken: HeadCallback): Readable {
  const zip = new yazl.ZipFile()
  const out = new PassThrough()
  out.on('error', () => {})
  zip.on('error', () => {})
  const sent = pipeline(zip.outputStream, out)
  stream
    .read((tx) => Promise.all([writeFiles(zip, tx, secrets, wanted, taken), sent]))
    .catch((error: Error) => out.destroy(error))
  return out
}

const plain = { compress: false, mtime: new Date(0), forceDosTimestamp: true }
const verifier = readFileSync(new URL('../verify/verify.mjs', import.meta.url), 'utf8')

async function writeFiles(zip: yazl.ZipFile, tx: StreamTx, secrets: Secrets, wanted: PackRequest, taken: HeadCallback) {
  const files: { path: string; bytes: number; sha256: string }[] = []
  const add = async (path: string, content: AsyncIterable<string>) => {
    files.push({ path, ...(await addFile(zip, path, content, plain)) })
  }
  const size = await findSize(tx)
  const range = await findRange(tx, wanted)
  const edge = createEdge()
  await add(
    'leaves.txt',
    leaves(tx, (leaf) => edge.add(leaf)),
  )
  const sign = await readSigner(tx, secrets)
  const heads = await store.listHeads(tx, size)
  const name = originOf(tx.storeEnvId)
  const last = heads.at(-1)
  const head: HeadRow =
    last?.size === size
      ? last
      : {
          size,
          day: dayToSign(wanted.now, await findDated(tx)),
          root: edge.root(),
          checkpoint: sign(checkpointText(tx.storeEnvId, size, edge.root()), name),
        }
  if (head !== last) heads.push(head)
  const cosignaturesOf = await readCosignatures(
    tx,
    heads.map((each) => each.size),
  )
  await add('ledger.jsonl', range ? entries(tx, range) : nothing())
  await add(
    'heads.jsonl',
    once(heads.map((each) => `${JSON.stringify(toHead(each, cosignaturesOf(each.size)))}\n`).join('')),
  )
  await add('keys.json', once(JSON.stringify({ data: await listKeysIn(tx) })))
  await addReviews(tx, range, add)
  await add('meter.json', once(JSON.stringify(await readSuppression(tx, { from: wanted.from, to: wanted.to }, tx.now))))
  for (const { version, text } of await listPolicies(tx)) await add(`policies/${version}.md`, once(text))
  await add('verify.mjs', once(verifier))
  const manifest = JSON.stringify({
    ...{ format: 'evident-pack', version: 1, store: tx.storeEnvId, from: wanted.from, to: wanted.to },
    ...{ firstSeq: range?.first ?? null, lastSeq: range?.last ?? null, size, files },
  })
  await addFile(zip, 'manifest.json', once(manifest), plain)
  const note = sign(`evident-pack\n${createHash('sha256').update(manifest).digest('hex')}\n`, name)
  await addFile(zip, 'manifest.note', once(note), plain)
  zip.end()
  taken(head)
}

type Range = { first: number; last: number }

async function findRange(tx: StreamTx, { begin, end }: PackRequest): Promise<Range | undefined> {
  const { first, last } = (await store.findRange(tx, begin, end)) ?? { first: null, last: null }
  return first === null || last === null ? undefined : { first, last }
}

async function* nothing() {}

async function* once(text: string) {
  yield text
}

async function* leaves(tx: StreamTx, see: (leaf: Buffer) => void) {
  for await (const rows of store.streamLeaves(tx)) {
    for (const { leaf } of rows) see(leaf)
    yield rows.map(({ leaf }) => `${leaf.toString('hex')}\n`).join('')
  }
}

async function* entries(tx: StreamTx, range: Range) {
  for await (const rows of store.streamEntries(tx, range)) yield rows.map(({ entry }) => `${entry}\n`).join('')
}

type Add = (path: string, content: AsyncIterable<string>) => Promise<void>

/** Reads the reviews twice, because a ZIP takes one file after the other, and no file is in memory completely. */
async function addReviews(tx: StreamTx, range: Range | undefined, add: Add) {
  const appeals: string[] = [csvLine(appealColumns)]
  async function* rows() {
    if (!range) return
    for await (const found of store.streamReviews(tx, range)) yield found.map(read)
  }
  const read = ({ review, entries: texts, rating, title, body, authorName, salt }: store.ReviewRow) => {
    const own = texts.map((text) => JSON.parse(text) as LedgerEntry)
    const present =
      rating === null || body === null || authorName === null || salt === null
        ? undefined
        : { words: { authorName, body, rating, title }, salt }
    return { own, row: packedReview(review, foldReview(own), present) }
  }
  await add(
    'reviews.jsonl',
    (async function* () {
      for await (const found of rows()) {
        for (const { own } of found) appeals.push(...collectAppeals(own).map((appeal) => csvLine(appealCells(appeal))))
        yield found.map(({ row }) => `${JSON.stringify(row)}\n`).join('')
      }
    })(),
  )
  await add(
    'reviews.csv',
    (async function* () {
      yield csvLine(csvColumns)
      for await (const found of rows()) yield found.map(({ row }) => csvLine(csvCells(row))).join('')
    })(),
  )
  await add('appeals.csv', once(appeals.join('')))
}
