// Files are uncompressed and contain no date of creation, so that equal facts give equal bytes.
import { hash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import yazl from 'yazl'
import type { StoreReads } from '#platform/db/db.ts'
import type { Secrets } from '#platform/process/secrets.ts'
import { notFound } from '#platform/values/errors.ts'
import { addFile } from '#platform/values/zip.ts'
import { readSpan } from '#resources/analytics/rules.ts'
import { listKeysIn, readSigner } from '#resources/evidence/heads/key-commands.ts'
import { originOf } from '#resources/evidence/note-rules.ts'
import { type AssessedYear, asksIn, factsOf, type ReadFact, renderDocument } from './document.ts'
import { facts } from './facts.ts'
import { type Question, questions } from './questions.ts'
import { daysOfYear } from './rules.ts'
import { findStore } from './store.ts'

type Making = { secrets: Secrets; origin: string; year: number; now: Date }

/** Reads in a snapshot, so that all facts are of the same moment. */
export async function writeAssessment(tx: StoreReads, making: Making): Promise<Buffer> {
  const shop = await findStore(tx)
  if (!shop) throw notFound('store')
  const { name: store, timezone } = shop
  const { year, origin, now } = making
  const span = readSpan(daysOfYear(year, timezone, now), timezone, now)
  const read: ReadFact[] = []
  for (const fact of facts)
    read.push({ name: fact.name, ...(await fact.read({ tx, timezone, now, year, span, origin })) })
  return zipOf(tx, making, { store, timezone, year, facts: read })
}

async function zipOf(tx: StoreReads, { secrets, year }: Making, assessed: AssessedYear): Promise<Buffer> {
  const zip = new yazl.ZipFile()
  const content = buffer(zip.outputStream as NodeJS.ReadableStream)
  const files: { path: string; bytes: number; sha256: string }[] = []
  for (const [path, text] of [
    ['assessment.html', renderDocument(assessed, 'en')],
    ['assessment.de.html', renderDocument(assessed, 'de')],
    ['facts.json', `${JSON.stringify(toFacts(tx.storeEnvId, assessed), null, 2)}\n`],
  ] as const)
    files.push({ path, ...(await addFile(zip, path, once(text), plain)) })
  const keys = (await listKeysIn(tx)).map(({ publicKey }) => publicKey)
  const manifest = JSON.stringify({ format, version: 1, store: tx.storeEnvId, year, keys, files })
  await addFile(zip, 'manifest.json', once(manifest), plain)
  const sign = await readSigner(tx, secrets)
  await addFile(
    zip,
    'manifest.note',
    once(sign(`${format}\n${hash('sha256', manifest)}\n`, originOf(tx.storeEnvId))),
    plain,
  )
  zip.end()
  return content
}

const format = 'evident-assessment'
const plain = { compress: false, mtime: new Date(0), forceDosTimestamp: true }

async function* once(text: string) {
  yield text
}

/** `answer` is a field to fill in. It is absent if facts answer the question completely. */
const toFacts = (storeEnvId: string, { year, timezone, facts }: AssessedYear) => ({
  ...{ format: 'evident-assessment-facts', version: 1, store: storeEnvId, year, timezone },
  note: 'No conclusion. Not legal advice.',
  facts: Object.fromEntries(facts.map(({ name, api, value }) => [name, { api, value }])),
  questions: questions.map((question: Question) => ({
    ...{ id: question.id, law: question.law, reference: question.reference, facts: factsOf(question) },
    ...(asksIn(question) && { answer: '' }),
  })),
})
