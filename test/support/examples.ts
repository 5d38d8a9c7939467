// Makes examples from real responses. They are equal on every machine and day, and short enough to read.
import { readFileSync, writeFileSync } from 'node:fs'
import type { Step } from './filled-shop/walk.ts'
import type { ServedDocument } from './served-document.ts'

type Answers = Record<string, Record<string, unknown>>

/**
 * Chooses the response with the most content for each operation and status. A response to a key is preferred to a response
 * to a person.
 */
export function collectExamples(steps: readonly Step[], served: ServedDocument): Answers {
  const answers: Answers = {}
  const lengths = new Map<string, number>()
  for (const { as, method, path, answer } of steps) {
    const id = served.operationAt(method, path)
    const type = String(answer.headers['content-type'] ?? '').split(';')[0]
    if (!id || !type || answer.text === '') continue
    const name = `${id} ${answer.status} ${type}`
    const length = answer.text.length + (as === 'session' ? 0 : 1_000_000)
    if (length <= (lengths.get(name) ?? 0)) continue
    lengths.set(name, length)
    answers[id] ??= {}
    answers[id][`${answer.status} ${type}`] = buildExample(id, answer.text, type)
  }
  return Object.fromEntries(Object.entries(answers).sort(([a], [b]) => a.localeCompare(b)))
}

/** A stored example that still matches is left unchanged, so a change of one response changes one example. */
export function writeExamples(
  answers: Answers,
  file: URL,
  fits: (id: string, name: string, example: unknown) => boolean,
) {
  const existing = JSON.parse(readFileSync(file, 'utf8')) as Answers
  const merged = Object.entries(answers).map(([id, byName]) => [
    id,
    Object.fromEntries(
      Object.entries(byName).map(([name, fresh]) => {
        const before = existing[id]?.[name]
        return [name, before !== undefined && fits(id, name, before) ? before : fresh]
      }),
    ),
  ])
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(merged), null, 1)}\n`)
}

function buildExample(id: string, text: string, type: string): unknown {
  const settle = settler()
  if (!/[/+]json$/.test(type)) return settle(text.split('\n').slice(0, 4).join('\n'), '')
  const value = JSON.parse(text)
  // The document contains every example, so a complete example of the document would contain itself. It is shortened.
  if (id === 'openapi.get')
    return { openapi: value.openapi, info: { title: value.info.title, version: value.info.version } }
  if (id === 'postman.get') return { info: { name: value.info.name, schema: value.info.schema } }
  return settle(value, '')
}

/** Makes values stable: ids are numbered, timestamps lose their minutes, and random values are shortened. */
function settler() {
  const ids = new Map<string, string>()
  const settleId = (id: string) => {
    if (!ids.has(id)) ids.set(id, `019a9f50-0b7e-7a3c-9c55-7d4f1a2b3c${String(ids.size + 1).padStart(2, '0')}`)
    return ids.get(id) as string
  }
  const words = (text: string) =>
    text
      .replace(photoUrl, (_, size = 'full', type) => `/media/photos/9f50-${size}.${type}`)
      .replace(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, settleId)
      .replace(/(\d{4}-\d\d-\d\dT\d\d):\d\d:\d\d\.\d{3}Z/g, '$1:00:00.000Z')
      .replace(/127\.0\.0\.1:\d+|localhost:\d+/g, 'reviews.acme.example')
      .replace(/127\.0\.0\.1/g, '203.0.113.7')
      .replace(/lightMyRequest/g, 'Mozilla/5.0 (X11; Linux x86_64)')
      .replace(/http:(\/\/reviews\.acme\.example)/g, 'https:$1')
      // Matches keys, digests, signatures and cursors, which are long and consist of letters and digits.
      .replace(/\b(evnt_|whsec_|p=|v=DKIM1; k=rsa; p=)?[\w+/=-]{20,}/g, (whole, prefix = '') =>
        isDrawn(whole) ? `${prefix}…` : whole,
      )
      .replace(/\bev-[a-z\d]{10}\b/g, 'ev-k3x9m2p7qa')
      .slice(0, 600)
  return function settle(value: unknown, name: string): unknown {
    if (typeof value === 'string') return byName[name] ?? words(value)
    if (Array.isArray(value)) return value.slice(0, 2).map((each) => settle(each, name))
    if (value === null || typeof value !== 'object') return name === 'durationMs' && value !== null ? 84 : value
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, settle(each, key)]))
  }
}

/** URLs of photos are longer than the column of the reference: two ids, a digest and a signature. */
const photoUrl = /\/media\/photos\/[\da-f-]{36}\/[\da-f-]{36}-[\da-f]{32}(?:\.(\w+))?\.(webp|avif|jpg)(?:\?[^\s"\\]*)?/g

/** Random values have mixed case and a digit, unlike words. A numbered id does not match. */
const isDrawn = (word: string) =>
  /\d/.test(word) && /[a-z]/.test(word) && /[A-Z]/.test(word) && !/^[\da-f-]{36}$/.test(word)

const byName: Readonly<Record<string, string>> = { last4: '9FV4', version: '1.0.0', sha256: '…' }
