#!/usr/bin/env node
// Checks an evidence pack, a yearly assessment, a store's archive or a .tlog-proof with Node alone:
// node verify.mjs FILE [--key BASE64] [--policy FILE] [--json]
// Exit 0: no fault found. 1: faults found. 2: the file or the policy cannot be read, or the file is none of these.
// The key is shown at {origin}/evidence/keys. Without it, a pack is checked against its own keys, which proves that it is
// whole, but not who made it.
import { createHash, createPublicKey, hash, verify as verifySignature } from 'node:crypto'
import { closeSync, fstatSync, openSync, readFileSync, readSync, realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { crc32, createInflateRaw } from 'node:zlib'

export class Unreadable extends Error {}

const mostProblems = 50

/**
 * @param {string} path
 * @param {{ keys?: string[], policy?: string }} [options] `policy` is the text of a C2SP policy.
 * @returns {Promise<{ ok: boolean, problems: string[], kind: 'pack' | 'assessment' | 'archive' | 'proof', store: string | null, entries: number, heads: number, reviews: number, notices?: string[], witnesses?: { name: string, heads: number, newest: number | null }[] }>}
 */
export async function verifyFile(path, { keys = [], policy: policyText } = {}) {
  const policy = policyText === undefined ? undefined : readPolicy(policyText)
  if (beginsWith(path, proofMark)) return verifyProof(readFileSync(path, 'utf8'), keys, policy)
  const zip = openZip(path)
  try {
    const manifest = zip.entries.find(({ name }) => name === 'manifest.json')
    if (!manifest) throw new Unreadable('The file has no manifest.json.')
    const text = (await readWhole(zip, manifest, 96 * 1024 ** 2)).toString('utf8')
    const said = parse(text)
    if (said?.format === 'evident-pack') return await verifyPack(zip, text, said, keys, policy)
    if (said?.format === 'evident-archive') return await verifyArchive(zip, said, keys, policy)
    if (said?.format === 'evident-assessment') return await verifyAssessment(zip, text, said, keys, policy)
    throw new Unreadable('The file is not an evidence pack, a yearly assessment or an archive of a store.')
  } finally {
    zip.close()
  }
}

async function verifyPack(zip, manifestText, manifest, keys, policy) {
  const report = createReport('pack')
  const { problem } = report
  if (manifest.version !== 1) throw new Unreadable(`This program reads packs of version 1, not ${manifest.version}.`)
  const { store, size, firstSeq, lastSeq, from, to, files } = manifest
  report.store = typeof store === 'string' ? store : null
  if (!Array.isArray(files) || !isCount(size)) throw new Unreadable("The manifest's list of files is invalid.")
  await checkContainer(zip, problem)
  const names = [...files.map((file) => file?.path), 'manifest.json', 'manifest.note']
  if (canonical(zip.entries.map(({ name }) => name).sort()) !== canonical([...names].sort()))
    problem("The files in the pack differ from the manifest's list.")
  for (const name of packFiles) if (!names.includes(name)) problem(`${name} is missing.`)

  const contents = new Map()
  for (const name of small) contents.set(name, await wholeText(zip, name, problem))
  const packKeys = keysIn(contents.get('keys.json'), problem)
  const givenKeys = [...keys, ...logKeysIn(policy, `evident/${store}`, problem)]
  const trusted = trustedKeys(packKeys, givenKeys, problem)
  const note = await wholeText(zip, 'manifest.note', problem)
  const manifestHash = hash('sha256', manifestText, 'hex')
  const signed = openNote(note ?? '', `evident/${store}`, trusted)
  if (!signed) problem('manifest.note is not signed by a key that is known.')
  else if (signed.text !== `evident-pack\n${manifestHash}\n`) problem('manifest.json is not the one that was signed.')

  const leaves = createLeaves()
  await eachLine(zip, 'leaves.txt', problem, (line, number) => {
    if (/^[0-9a-f]{64}$/.test(line)) leaves.add(Buffer.from(line, 'hex'))
    else problem(`Line ${number} of leaves.txt is not a hash.`)
  })
  if (leaves.size !== size) problem(`leaves.txt has ${leaves.size} leaves, and the manifest says ${size}.`)

  const heads = linesOf(contents.get('heads.jsonl'), 'heads.jsonl', problem)
  checkHeads(heads, store, leaves, trusted, report)
  if (!heads.some((head) => head?.size === size)) problem('No head covers all entries of the pack.')
  report.heads = heads.length
  checkQuorum(policy, heads, report)

  const ledger = createLedger(store, leaves, problem)
  await eachLine(zip, 'ledger.jsonl', problem, (line, number) => ledger.add(line, number))
  report.entries = ledger.count
  ledger.requireRange(firstSeq, lastSeq, from, to)

  const rows = []
  await eachLine(zip, 'reviews.jsonl', problem, (line, number) => {
    const row = parse(line)
    if (!row || typeof row !== 'object') return problem(`Line ${number} of reviews.jsonl is not valid JSON.`)
    report.reviews++
    checkReview(row, ledger, lastSeq === size - 1, problem)
    rows.push(csvLine(row))
  })
  const csv = contents.get('reviews.csv') ?? ''
  const expected = [csvColumns.join(','), ...rows].map((line) => `${line}\r\n`).join('')
  if (csv !== expected) problem('reviews.csv is not what reviews.jsonl says.')
  if (report.reviews !== ledger.reviewsInRange(firstSeq, lastSeq))
    problem('reviews.jsonl does not have each review of the range once.')

  const policies = new Map()
  for (const { path } of files) {
    const [, version] = /^policies\/([1-9]\d{0,8})\.md$/.exec(path) ?? []
    if (version !== undefined)
      policies.set(Number(version), hash('sha256', (await wholeText(zip, path, problem)) ?? '', 'hex'))
  }
  ledger.checkPolicies(policies)
  await checkFiles(zip, files, problem)
  return report.done()
}

const packFiles = [
  'ledger.jsonl',
  'leaves.txt',
  'heads.jsonl',
  'keys.json',
  'reviews.csv',
  'reviews.jsonl',
  'appeals.csv',
  'meter.json',
  'verify.mjs',
]
const small = ['keys.json', 'heads.jsonl', 'reviews.csv']

async function verifyAssessment(zip, manifestText, manifest, given, policy) {
  const report = createReport('assessment')
  const { problem } = report
  const { version, store, keys, files } = manifest
  if (version !== 1) throw new Unreadable(`This program reads assessments of version 1, not ${version}.`)
  report.store = typeof store === 'string' ? store : null
  if (!Array.isArray(files) || !Array.isArray(keys)) throw new Unreadable("The manifest's list of files is invalid.")
  await checkContainer(zip, problem)
  const names = [...files.map((file) => file?.path), 'manifest.json', 'manifest.note']
  if (canonical(zip.entries.map(({ name }) => name).sort()) !== canonical([...names].sort()))
    problem("The files in the assessment differ from the manifest's list.")
  for (const name of ['assessment.html', 'assessment.de.html', 'facts.json'])
    if (!names.includes(name)) problem(`${name} is missing.`)
  const note = await wholeText(zip, 'manifest.note', problem)
  const givenKeys = [...given, ...logKeysIn(policy, `evident/${store}`, problem)]
  const signed = openNote(note ?? '', `evident/${store}`, trustedKeys(keys, givenKeys, problem))
  if (!signed) problem('manifest.note is not signed by a known key.')
  else if (signed.text !== `evident-assessment\n${hash('sha256', manifestText, 'hex')}\n`)
    problem('manifest.json is not the one that was signed.')
  // An assessment has no head, and witnesses sign only heads.
  checkQuorum(policy, [], report)
  await checkFiles(zip, files, problem)
  return report.done()
}

async function checkFiles(zip, files, problem) {
  const listed = new Set()
  for (const file of files) {
    const { path, bytes, sha256 } = file ?? {}
    const entry = zip.entries.find(({ name }) => name === path)
    if (!entry || listed.has(path)) {
      problem(`${path} is listed but missing, or appears twice.`)
      continue
    }
    listed.add(path)
    const digest = createHash('sha256')
    let count = 0
    try {
      for await (const chunk of zip.read(entry)) {
        digest.update(chunk)
        count += chunk.length
      }
    } catch (error) {
      problem(`${path} cannot be read: ${error.message}`)
      continue
    }
    if (count !== bytes || digest.digest('hex') !== sha256) problem(`Checksum mismatch: ${path} was changed.`)
  }
}

const csvColumns = ['review', 'rating', 'status', 'reason', 'verified', 'method', 'source', 'recordedAt']

/** Same as in the service: a text that a spreadsheet would read as a formula gets a leading apostrophe. */
function csvLine(row) {
  return csvColumns
    .map((name) => {
      const value = row[name]
      if (value === null || value === undefined) return ''
      const text = String(value)
      const safe = /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text
      return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
    })
    .join(',')
}

/**
 * A review's row must equal the state after its entries. Its text must be the last text that an entry binds, unless it was
 * changed later. Copies of another store's reviews have no text, because that store can revoke its grant.
 */
function checkReview(row, ledger, isNow, problem) {
  const id = row.review
  const state = ledger.reviews.get(id)
  if (!state) return problem(`Review ${id} has no entry.`)
  for (const name of ['rating', 'status', 'reason', 'verified', 'method', 'source', 'recordedAt'])
    if (state[name] !== undefined && (row[name] ?? null) !== (state[name] ?? null))
      problem(
        `Review ${id}: ${name} is ${JSON.stringify(row[name] ?? null)}, but the ledger says ${JSON.stringify(state[name] ?? null)}.`,
      )
  const { words, salt } = row
  if (words === null || words === undefined) {
    const hasText = !state.deleted && !state.anonymized && state.source !== 'shared'
    if (isNow && hasText) problem(`Review ${id}: its text is missing.`)
    return
  }
  if (state.deleted || state.anonymized) return problem(`Review ${id}: the text of a deleted review is present.`)
  if (typeof salt !== 'string' || !/^[0-9a-f]{64}$/.test(salt)) return problem(`Review ${id}: its salt is missing.`)
  const bound = hash('sha256', Buffer.concat([Buffer.from(salt, 'hex'), Buffer.from(canonical(words))]), 'hex')
  if (bound !== state.content) problem(`Review ${id}: its text does not match the hash in the ledger.`)
  if (words.rating !== row.rating) problem(`Review ${id}: its rating differs from the rating hashed with its text.`)
}

const roles = ['REVIEWER', 'MEMBER', 'ADMIN', 'OWNER', 'SYSTEM']
const ways = ['form', 'key', 'session', 'token', 'partner', 'support', 'system']
const entryNames = ['at', 'by', 'data', 'prev', 'review', 'seq', 'store', 'type', 'v']

function createLedger(store, leaves, problem) {
  const reviews = new Map()
  const policies = []
  const seqs = []
  let lastAt = ''
  const add = (line, number) => {
    const entry = parse(line)
    if (!entry || typeof entry !== 'object' || canonical(entry) !== line)
      return problem(`Line ${number} of the ledger is not canonical JSON (RFC 8785).`)
    const { seq, at, by, prev, review, type, data } = entry
    if (canonical(Object.keys(entry)) !== canonical(entryNames) || !isCount(seq))
      return problem(`Line ${number} of the ledger is not an entry.`)
    const before = seqs.at(-1)
    if (before !== undefined && before >= seq) problem(`Entry ${seq} is out of order.`)
    seqs.push(seq)
    if (entry.v !== 1 || entry.store !== store || !roles.includes(by?.role) || !ways.includes(by?.via))
      problem(`Entry ${seq} belongs to another store.`)
    if (typeof at !== 'string' || Number.isNaN(Date.parse(at)) || at < lastAt)
      problem(`Entry ${seq} is earlier than its predecessor.`)
    lastAt = at
    const leaf = leafOf(line)
    if (!leaves.at(seq)?.equals(leaf)) problem(`Entry ${seq} does not match its leaf hash.`)
    const leafBefore = seq === 0 ? '0'.repeat(64) : leaves.at(seq - 1)?.toString('hex')
    if (prev !== leafBefore) problem(`Entry ${seq} does not follow its predecessor.`)
    if (type === 'policy') policies.push(data)
    if (review !== null) foldInto(reviews, review, entry)
  }
  return {
    add,
    reviews,
    get count() {
      return seqs.length
    },
    /** Requires every entry of the range. Earlier entries must belong to reviews in the range. */
    requireRange(first, last, from, to) {
      if (first === null && last === null) {
        if (seqs.length > 0) problem('The manifest has no range, but the ledger has entries.')
        return
      }
      if (!isCount(first) || !isCount(last) || last < first || last >= leaves.size)
        return problem("The manifest's range is invalid.")
      const inRange = seqs.filter((seq) => seq >= first && seq <= last)
      if (inRange.length !== last - first + 1) problem('Entries of the range are missing.')
      if (seqs.some((seq) => seq > last)) problem('There are entries after the range.')
      const day = /^\d{4}-\d\d-\d\d$/
      if (!day.test(from) || !day.test(to) || to < from) problem("The manifest's days are invalid.")
    },
    reviewsInRange: (first, last) =>
      [...reviews.values()].filter(({ seqs: own }) => own.some((seq) => seq >= first && seq <= last)).length,
    checkPolicies(texts) {
      for (const { version, sha256 } of policies)
        if (texts.get(version) !== sha256) problem(`policies/${version}.md is not the one that was written down.`)
    },
  }
}

function foldInto(reviews, id, { seq, at, type, data }) {
  const state = reviews.get(id) ?? { seqs: [] }
  reviews.set(id, state)
  state.seqs.push(seq)
  if (type === 'submitted')
    Object.assign(state, {
      ...{ rating: data.rating, status: 'pending', reason: null, content: data.content },
      ...{ source: data.source, recordedAt: at },
    })
  if (type === 'verified') Object.assign(state, { verified: data.verified, method: data.method })
  if (type === 'moderated' || type === 'hidden') Object.assign(state, { status: data.to, reason: data.reason })
  if (type === 'edited') {
    state.content = data.after
    // An entry names the edited fields without their values.
    if (data.fields.includes('rating')) state.rating = undefined
  }
  if (type === 'anonymized') state.anonymized = true
  if (type === 'deleted') Object.assign(state, { deleted: true, status: 'deleted' })
}

function checkHeads(heads, store, leaves, trusted, report) {
  const { problem } = report
  const roots = leaves.roots(heads.map((head) => head?.size).filter(isCount))
  let before
  for (const head of heads) {
    const { date, size, rootHash, checkpoint } = head ?? {}
    const name = `The head of ${date} (${size} entries)`
    const root = roots.get(size)
    if (!root) {
      problem(`${name} covers more entries than there are.`)
      continue
    }
    if (root.toString('hex') !== rootHash)
      problem(`The root hash of the head of ${date} (${size} entries) does not match the entries.`)
    const signed = openNote(checkpoint ?? '', `evident/${store}`, trusted)
    if (!signed) problem(`${name} is not signed by a known key.`)
    else if (signed.text !== `evident/${store}\n${size}\n${root.toString('base64')}\n`)
      problem(`${name}: the signed text belongs to another head.`)
    if (before && before.size >= size) problem(`${name} is out of order.`)
    before = head
  }
  noticeDates(heads, report)
}

/** Until December 2026, a pack made shortly after midnight could be dated after the later daily job's head. */
function noticeDates(heads, { notice }) {
  let latest = ''
  for (const head of heads) {
    const { date, size } = head ?? {}
    if (typeof date !== 'string') continue
    if (date < latest)
      notice(
        `The head over ${size} entries is dated ${date} and follows a head of ${latest}. Only the date runs backwards: both heads cover this ledger.`,
      )
    else latest = date
  }
}

const sha256 = (bytes) => hash('sha256', bytes, 'buffer')
const leafPrefix = Buffer.of(0)
const nodePrefix = Buffer.of(1)
const leafOf = (text) => sha256(Buffer.concat([leafPrefix, Buffer.from(text)]))
const nodeOf = (left, right) => sha256(Buffer.concat([nodePrefix, left, right]))

function createLeaves() {
  let bytes = Buffer.alloc(32 * 1024)
  let size = 0
  const at = (index) => (index >= 0 && index < size ? bytes.subarray(index * 32, index * 32 + 32) : undefined)
  return {
    get size() {
      return size
    },
    add(leaf) {
      if ((size + 1) * 32 > bytes.length) {
        const larger = Buffer.alloc(bytes.length * 2)
        bytes.copy(larger)
        bytes = larger
      }
      leaf.copy(bytes, size * 32)
      size++
    },
    at,
    roots(sizes) {
      const wanted = new Set(sizes)
      const roots = new Map()
      const edge = []
      if (wanted.has(0)) roots.set(0, sha256(Buffer.alloc(0)))
      for (let index = 0; index < size; index++) {
        edge.push(at(index))
        for (let count = index + 1; count % 2 === 0; count /= 2) {
          const right = edge.pop()
          edge.push(nodeOf(edge.pop(), right))
        }
        if (wanted.has(index + 1))
          roots.set(
            index + 1,
            edge.reduceRight((right, left) => nodeOf(left, right)),
          )
      }
      return roots
    },
  }
}

// Format of notes and keys: c2sp.org/signed-note

const spki = Buffer.from('302a300506032b6570032100', 'hex')

function keysIn(text, problem) {
  const data = parse(text ?? '')?.data
  const keys = Array.isArray(data) ? data.map((key) => key?.publicKey) : []
  if (keys.length === 0) problem('keys.json has no key.')
  return keys
}

/** Returns the given keys, or the keys in the file if none are given. */
function trustedKeys(brought, given, problem) {
  for (const key of given) if (!isKey(key)) throw new Unreadable('--key is no Ed25519 key: 32 bytes in base64.')
  if (given.length > 0 && brought !== undefined && !given.some((key) => brought.includes(key)))
    problem('keys.json does not contain the given key.')
  return given.length > 0 ? given : (brought ?? []).filter(isKey)
}

const isKey = (key) =>
  typeof key === 'string' &&
  Buffer.from(key, 'base64').length === 32 &&
  Buffer.from(key, 'base64').toString('base64') === key

/** The text of a note that one of these keys has signed under this name. Undefined for any other note. */
function openNote(note, name, keys) {
  const [, text, signature] = /^((?:[^\n]+\n)+)\n\u2014 ([^\n]+)\n$/u.exec(note) ?? []
  if (text === undefined) return undefined
  const [signer, encoded, ...rest] = signature.split(' ')
  if (signer !== name || encoded === undefined || rest.length > 0) return undefined
  const bytes = Buffer.from(encoded, 'base64')
  if (bytes.length !== 68 || bytes.toString('base64') !== encoded) return undefined
  for (const key of keys) {
    const publicKey = Buffer.from(key, 'base64')
    const id = sha256(Buffer.concat([Buffer.from(`${name}\n`), Buffer.of(1), publicKey])).subarray(0, 4)
    if (!id.equals(bytes.subarray(0, 4))) continue
    const object = createPublicKey({ key: Buffer.concat([spki, publicKey]), format: 'der', type: 'spki' })
    if (verifySignature(null, Buffer.from(text), object, bytes.subarray(4))) return { text, key }
  }
  return undefined
}

async function verifyArchive(zip, manifest, keys, policy) {
  const report = createReport('archive')
  const { problem } = report
  if (!Array.isArray(manifest.files)) throw new Unreadable("The manifest's list of files is invalid.")
  if (!keepsSeal(zip)) problem('Checksum mismatch: the ZIP was changed after it was written.')
  await checkFiles(zip, manifest.files, problem)
  if (!zip.entries.some(({ name }) => name === 'data/evidence.jsonl')) return report.done()
  const store = manifest.store?.id
  report.store = typeof store === 'string' ? store : null
  const givenKeys = [...keys, ...logKeysIn(policy, `evident/${store}`, problem)]
  const trusted = trustedKeys(undefined, givenKeys, problem)
  const cosignatures = []
  const leaves = createLeaves()
  const heads = []
  const salts = new Map()
  const entries = []
  await eachLine(zip, 'data/evidence.jsonl', problem, (line, number) => {
    const { table, row } = parse(line) ?? {}
    if (table === 'evidence_entries') {
      if (typeof row?.entry !== 'string') return problem(`Line ${number} of data/evidence.jsonl is not an entry.`)
      entries.push({ seq: row.seq, entry: row.entry })
    }
    if (table === 'evidence_heads')
      heads.push({ ...row, date: row.day, rootHash: String(row.root).replace(/^\\x/, '') })
    if (table === 'evidence_cosignatures') cosignatures.push(row)
    if (table === 'evidence_salts') salts.set(row.review_id, row)
  })
  // Rows of an archive have no order.
  entries.sort((a, b) => a.seq - b.seq)
  heads.sort((a, b) => a.size - b.size)
  for (const { entry } of entries) leaves.add(leafOf(entry))
  const ledger = createLedger(store, leaves, problem)
  for (const [i, { entry }] of entries.entries()) ledger.add(entry, i + 1)
  report.entries = ledger.count
  report.heads = heads.length
  const roots = leaves.roots(heads.map(({ size }) => size).filter(isCount))
  for (const { date, size, rootHash, checkpoint } of heads) {
    const root = roots.get(size)
    if (root?.toString('hex') !== rootHash)
      problem(`The root hash of the head of ${date} (${size} entries) does not match the entries.`)
    const text = `evident/${store}\n${size}\n${root?.toString('base64')}\n`
    if (typeof checkpoint !== 'string' || !checkpoint.startsWith(`${text}\n`))
      problem(`The head of ${date} (${size} entries): the signed text belongs to another head.`)
    if (trusted.length > 0 && openNote(checkpoint ?? '', `evident/${store}`, trusted)?.text !== text)
      problem(`The head of ${date} (${size} entries) is not signed by a known key.`)
  }
  noticeDates(heads, report)
  const cosigned = heads.map((head) => ({
    ...head,
    cosignatures: cosignatures.filter(({ size }) => size === head.size),
  }))
  checkQuorum(policy, cosigned, report)
  await eachLine(zip, 'data/reviews.jsonl', problem, (line) => {
    const { table, row } = parse(line) ?? {}
    if (table !== 'reviews') return
    report.reviews++
    const state = ledger.reviews.get(row.id)
    const salt = salts.get(row.id)
    if (!state || state.anonymized || !salt) return
    const words = { authorName: row.author_name, body: row.body, rating: row.rating, title: row.title }
    const bytes = Buffer.from(String(salt.salt).replace(/^\\x/, ''), 'hex')
    if (hash('sha256', Buffer.concat([bytes, Buffer.from(canonical(words))]), 'hex') !== state.content)
      problem(`Review ${row.id}: its text does not match the hash in the ledger.`)
    if (row.status !== state.status) problem(`Review ${row.id} is ${row.status}, but the ledger says ${state.status}.`)
  })
  return report.done()
}

// Witnesses: c2sp.org/tlog-policy, c2sp.org/tlog-cosignature

const keyIdOf = ({ name, type, publicKey }) =>
  sha256(Buffer.concat([Buffer.from(`${name}\n`), Buffer.of(type), publicKey])).subarray(0, 4)

/** The bytes of base64. Undefined unless the text is their canonical encoding. */
function decode(text) {
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : undefined
}

const keyLengths = { 1: 32, 4: 32, 6: 1312 }

function readVerifierKey(text = '') {
  const [, name, id, material] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/u.exec(text) ?? []
  const bytes = material === undefined ? undefined : decode(material)
  if (!bytes || keyLengths[bytes[0]] !== bytes.length - 1) return undefined
  const key = { name, type: bytes[0], publicKey: bytes.subarray(1) }
  return keyIdOf(key).toString('hex') === id ? key : undefined
}

function readPolicy(text) {
  const [logs, known, members, seen] = [[], new Map(), new Set(), new Set()]
  let quorum
  const refuse = (number, reason) => {
    throw new Unreadable(`Line ${number} of the policy ${reason}.`)
  }
  const readKey = (number, word, types) => {
    const key = readVerifierKey(word)
    if (!key || !types.includes(key.type)) refuse(number, 'has no valid key of its kind')
    const bytes = key.publicKey.toString('hex')
    if (seen.has(`${types[0]} ${bytes}`)) refuse(number, 'repeats a key')
    seen.add(`${types[0]} ${bytes}`)
    return key
  }
  const readName = (number, name) => {
    if (name === undefined || name === 'none' || known.has(name)) refuse(number, 'needs a name that is not used yet')
    return name
  }
  for (const [i, line] of text.split('\n').entries()) {
    const number = i + 1
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the format allows no control characters but the tab
    if (/[\u0000-\u0008\u000b-\u001f\u007f]/.test(line)) refuse(number, 'has a control character')
    const [word, ...rest] = line.split(/[ \t]+/).filter((each) => each !== '')
    if (word === undefined || word.startsWith('#')) continue
    if (word === 'log' && rest.length >= 1 && rest.length <= 2) logs.push(readKey(number, rest[0], [1]))
    else if (word === 'witness' && rest.length >= 2 && rest.length <= 3)
      known.set(readName(number, rest[0]), { key: readKey(number, rest[1], [4, 6]) })
    else if (word === 'group' && rest.length >= 3) {
      const [name, threshold, ...names] = rest
      readName(number, name)
      for (const each of names) {
        if (!known.has(each) || members.has(each))
          refuse(number, 'names a member that is unknown, or in a group already')
        members.add(each)
      }
      const needed = threshold === 'all' ? names.length : threshold === 'any' ? 1 : Number(threshold)
      const isNumber = threshold === 'all' || threshold === 'any' || /^[1-9]\d*$/.test(threshold)
      if (!isNumber || needed > names.length) refuse(number, 'needs a threshold from 1 to the number of its members')
      known.set(name, { needed, names })
    } else if (word === 'quorum' && rest.length === 1) {
      if (quorum !== undefined) refuse(number, 'has a second quorum')
      if (rest[0] !== 'none' && !known.has(rest[0])) refuse(number, 'names an unknown quorum')
      quorum = rest[0]
    } else refuse(number, 'is malformed')
  }
  if (quorum === undefined) throw new Unreadable('The policy has no quorum.')
  return { logs, known, quorum }
}

/** Keys of the policy's logs for this ledger. A policy without logs accepts any. */
function logKeysIn(policy, origin, problem) {
  if (!policy || policy.logs.length === 0) return []
  const keys = policy.logs.filter(({ name }) => name === origin).map(({ publicKey }) => publicKey.toString('base64'))
  if (keys.length === 0) problem('The policy lists other ledgers, and not this one.')
  return keys
}

/** True if the line is a cosignature by this key over the text. */
function isCosigned(key, text, line) {
  const [, name, encoded] = /^\u2014 (\S+) (\S+)\n?$/u.exec(line) ?? []
  const bytes = encoded === undefined ? undefined : decode(encoded)
  if (name !== key.name || !bytes || bytes.length < 13 || !keyIdOf(key).equals(bytes.subarray(0, 4))) return false
  const time = bytes.subarray(4, 12)
  const signature = bytes.subarray(12)
  try {
    if (key.type === 4) {
      const message = Buffer.from(`cosignature/v1\ntime ${time.readBigUInt64BE()}\n${text}`)
      const object = createPublicKey({ key: Buffer.concat([spki, key.publicKey]), format: 'der', type: 'spki' })
      return signature.length === 64 && verifySignature(null, message, object, signature)
    }
    // Node below 24 cannot verify ML-DSA-44, so the line does not count there.
    const jwk = { kty: 'AKP', alg: 'ML-DSA-44', pub: key.publicKey.toString('base64url') }
    return verifySignature(
      null,
      subtreeMessage(key.name, text, time),
      createPublicKey({ key: jwk, format: 'jwk' }),
      signature,
    )
  } catch {
    return false
  }
}

function subtreeMessage(name, text, time) {
  const [origin, size, root] = text.split('\n')
  const bounds = Buffer.alloc(16)
  bounds.writeBigUInt64BE(BigInt(size), 8)
  const short = (word) => Buffer.concat([Buffer.of(Buffer.byteLength(word)), Buffer.from(word)])
  return Buffer.concat([
    Buffer.from('subtree/v1\n\0'),
    short(name),
    time,
    short(origin),
    bounds,
    Buffer.from(root, 'base64'),
  ])
}

/** The newest head must have the quorum. Older heads only count for the list of witnesses. */
function checkQuorum(policy, heads, report) {
  if (!policy) return
  const witnesses = [...policy.known].filter(([, { key }]) => key)
  const sizesOf = new Map(witnesses.map(([name]) => [name, []]))
  for (const { checkpoint, size, cosignatures } of heads) {
    const text = String(checkpoint ?? '').replace(/\n\n[\s\S]*$/, '\n')
    const lines = Array.isArray(cosignatures) ? cosignatures.map((each) => String(each?.line ?? '')) : []
    for (const [name, { key }] of witnesses)
      if (lines.some((line) => isCosigned(key, text, line))) sizesOf.get(name).push(size)
  }
  const newest = heads.at(-1)?.size
  const isMet = (name) => {
    const { key, needed, names } = policy.known.get(name)
    return key ? sizesOf.get(name).includes(newest) : names.filter(isMet).length >= needed
  }
  report.setWitnesses(
    witnesses.map(([name]) => ({ name, heads: sizesOf.get(name).length, newest: sizesOf.get(name).at(-1) ?? null })),
  )
  if (policy.quorum === 'none' || (newest !== undefined && isMet(policy.quorum))) return
  const { needed = 1, names = [policy.quorum] } = policy.known.get(policy.quorum)
  const met = newest === undefined ? 0 : names.filter(isMet).length
  report.problem(`quorum not met: ${met} of ${needed}`)
}

// Proof of one entry: c2sp.org/tlog-proof

const proofMark = 'c2sp.org/tlog-proof@v1\n'
const mostProofBytes = 1024 ** 2

function beginsWith(path, mark) {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(mark.length)
    const count = readSync(file, bytes, 0, bytes.length, 0)
    const isOf = count === mark.length && bytes.toString('latin1') === mark
    if (isOf && fstatSync(file).size > mostProofBytes) throw new Unreadable('The proof is larger than 1 MB.')
    return isOf
  } finally {
    closeSync(file)
  }
}

function verifyProof(text, keys, policy) {
  const report = createReport('proof')
  const { problem } = report
  const at = text.indexOf('\n\n')
  const [, extra = '', index = '', ...path] = text.slice(0, Math.max(at, 0)).split('\n')
  const note = text.slice(at + 2)
  const end = note.indexOf('\n\n')
  const signed = note.slice(0, end + 1)
  const lines = note.slice(end + 2).match(/[^\n]+\n/g) ?? []
  const line = decode(/^extra (\S+)$/.exec(extra)?.[1] ?? '')?.toString('utf8') ?? ''
  const seq = Number(/^index (0|[1-9]\d{0,15})$/.exec(index)?.[1] ?? Number.NaN)
  const hashes = path.map(decode)
  const [origin = '', sizeText = '', root = ''] = signed.split('\n')
  const size = Number(/^(0|[1-9]\d{0,15})$/.exec(sizeText)?.[1] ?? Number.NaN)
  if (
    at < 0 ||
    end < 0 ||
    line === '' ||
    !isCount(seq) ||
    !isCount(size) ||
    !hashes.every((each) => each?.length === 32)
  )
    throw new Unreadable('The proof is malformed.')
  const entry = parse(line)
  if (!entry || typeof entry !== 'object' || canonical(entry) !== line || entry.seq !== seq)
    problem('The entry of the proof is not canonical JSON (RFC 8785), or its index differs from that of the proof.')
  report.store = typeof entry?.store === 'string' ? entry.store : null
  if (origin !== `evident/${report.store}`) problem('The entry belongs to another ledger than the checkpoint.')
  if (rootFrom(leafOf(line), seq, size, hashes)?.toString('base64') !== root)
    problem('The entry is not in the tree of the checkpoint.')
  const given = [...keys, ...logKeysIn(policy, origin, problem)]
  const trusted = trustedKeys(undefined, given, problem)
  if (trusted.length === 0) problem("The ledger's key is missing. Pass --key, or a policy with its log.")
  else if (!lines.some((each) => openNote(`${signed}\n${each}`, origin, trusted)))
    problem('The checkpoint is not signed by a known key.')
  report.entries = report.heads = report.reviews = 1
  checkQuorum(policy, [{ checkpoint: note, size, cosignatures: lines.map((each) => ({ line: each })) }], report)
  return report.done()
}

/** The root of a tree that has this leaf: RFC 9162 §2.1.3.2. Undefined for a path of another length. */
function rootFrom(leaf, seq, size, path) {
  if (seq >= size) return undefined
  let [node, last, found] = [BigInt(seq), BigInt(size) - 1n, leaf]
  for (const each of path) {
    if (last === 0n) return undefined
    if (node & 1n || node === last) {
      found = nodeOf(each, found)
      while (node !== 0n && !(node & 1n)) [node, last] = [node >> 1n, last >> 1n]
    } else found = nodeOf(found, each)
    ;[node, last] = [node >> 1n, last >> 1n]
  }
  return last === 0n ? found : undefined
}

function canonical(value) {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  const names = Object.keys(value).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`
}

function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isCount = (value) => Number.isSafeInteger(value) && value >= 0

function linesOf(text, name, problem) {
  if (text === undefined || text === '') return []
  if (!text.endsWith('\n')) problem(`${name} does not end with a line break.`)
  return text.replace(/\n$/, '').split('\n').map(parse)
}

function createReport(kind) {
  const problems = []
  const notices = []
  let more = 0
  let witnesses
  const report = {
    store: null,
    entries: 0,
    heads: 0,
    reviews: 0,
    problem(text) {
      if (problems.length < mostProblems) problems.push(text)
      else more++
    },
    setWitnesses(found) {
      witnesses = found
    },
    notice(text) {
      if (notices.length < mostProblems) notices.push(text)
    },
    done() {
      if (more > 0) problems.push(`… and ${more} more.`)
      const { store, entries, heads, reviews } = report
      return {
        ...{ ok: problems.length === 0, problems, kind, store, entries, heads, reviews },
        ...(notices.length > 0 && { notices }),
        ...(witnesses && { witnesses }),
      }
    },
  }
  return report
}

async function readWhole(zip, entry, most) {
  if (entry.bytes > most) throw new Unreadable(`${entry.name} is larger than the limit.`)
  const chunks = []
  for await (const chunk of zip.read(entry)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function wholeText(zip, name, problem) {
  const entry = zip.entries.find((each) => each.name === name)
  if (!entry) return undefined
  try {
    return (await readWhole(zip, entry, 1024 ** 3)).toString('utf8')
  } catch (error) {
    problem(`${name} cannot be read: ${error.message}`)
    return undefined
  }
}

async function eachLine(zip, name, problem, take) {
  const entry = zip.entries.find((each) => each.name === name)
  if (!entry) return
  let pending = []
  let number = 0
  try {
    for await (const chunk of zip.read(entry)) {
      let from = 0
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
        take(Buffer.concat([...pending, chunk.subarray(from, at)]).toString('utf8'), ++number)
        pending = []
        from = at + 1
      }
      if (from < chunk.length) pending.push(Buffer.from(chunk.subarray(from)))
    }
    if (pending.length > 0) problem(`${name} does not end with a line break.`)
  } catch (error) {
    problem(`${name} cannot be read: ${error.message}`)
  }
}

function openZip(path) {
  let file
  try {
    file = openSync(path, 'r')
  } catch (error) {
    throw new Unreadable(`The file cannot be opened: ${error.message}`)
  }
  const close = () => closeSync(file)
  try {
    const stat = fstatSync(file)
    if (!stat.isFile()) throw new Unreadable('This is not a file.')
    const { size } = stat
    const bytesAt = (start, length) => {
      if (start < 0 || length < 0 || start + length > size) throw new Unreadable('The ZIP is incomplete.')
      const bytes = Buffer.alloc(length)
      for (let got = 0; got < length; ) {
        const more = readSync(file, bytes, got, length - got, start + got)
        if (more === 0) throw new Unreadable('The ZIP is incomplete.')
        got += more
      }
      return bytes
    }
    return { ...directoryOf(bytesAt, size), bytesAt, size, close, read: (entry) => contentOf(bytesAt, entry) }
  } catch (error) {
    close()
    throw error
  }
}

function directoryOf(bytesAt, size) {
  const tail = bytesAt(Math.max(0, size - 65_557), Math.min(size, 65_557))
  const at = tail.lastIndexOf(Buffer.from('504b0506', 'hex'))
  if (at === -1 || at + 22 > tail.length) throw new Unreadable('Not a ZIP, or its end is missing.')
  let [count, length, start] = [tail.readUInt16LE(at + 10), tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)]
  const end = size - tail.length + at
  if (count === 0xffff || length === 0xffffffff || start === 0xffffffff) {
    const locator = bytesAt(end - 20, 20)
    if (locator.readUInt32LE(0) !== 0x07064b50) throw new Unreadable('The directory of the ZIP cannot be found.')
    const large = bytesAt(Number(locator.readBigUInt64LE(8)), 56)
    if (large.readUInt32LE(0) !== 0x06064b50) throw new Unreadable('The directory of the ZIP cannot be found.')
    ;[count, length, start] = [32, 40, 48].map((offset) => Number(large.readBigUInt64LE(offset)))
  }
  if (length > 256 * 1024 ** 2 || count > 1_000_000) throw new Unreadable('The ZIP has too many files.')
  const directory = bytesAt(start, length)
  const entries = []
  for (let offset = 0; entries.length < count; ) {
    if (offset + 46 > length || directory.readUInt32LE(offset) !== 0x02014b50)
      throw new Unreadable('The directory of the ZIP cannot be read.')
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) => directory.readUInt16LE(offset + field))
    const name = directory.toString('utf8', offset + 46, offset + 46 + nameLength)
    const entry = {
      name,
      method: directory.readUInt16LE(offset + 10),
      crc: directory.readUInt32LE(offset + 16),
      packed: directory.readUInt32LE(offset + 20),
      bytes: directory.readUInt32LE(offset + 24),
      offset: directory.readUInt32LE(offset + 42),
      isLarge: false,
    }
    const extra = directory.subarray(offset + 46 + nameLength, offset + 46 + nameLength + extraLength)
    readLargeSizes(entry, extra)
    entries.push(entry)
    offset += 46 + nameLength + extraLength + commentLength
  }
  return { entries, start, length, directory, comment: tail.toString('latin1', at + 22) }
}

function readLargeSizes(entry, extra) {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue
    entry.isLarge = true
    let field = at + 4
    for (const name of ['bytes', 'packed', 'offset'])
      if (entry[name] === 0xffffffff && field + 8 <= extra.length) {
        entry[name] = Number(extra.readBigUInt64LE(field))
        field += 8
      }
  }
}

const chunkBytes = 256 * 1024

async function* contentOf(bytesAt, entry) {
  const header = bytesAt(entry.offset, 30)
  if (header.readUInt32LE(0) !== 0x04034b50) throw new Error('its header is missing')
  const start = entry.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
  const packed = function* () {
    for (let at = 0; at < entry.packed; at += chunkBytes)
      yield bytesAt(start + at, Math.min(chunkBytes, entry.packed - at))
  }
  if (entry.method !== 0 && entry.method !== 8) throw new Error('it is packed in a way that is not known')
  let [crc, bytes] = [0, 0]
  for await (const chunk of entry.method === 0 ? packed() : inflated(packed())) {
    crc = crc32(chunk, crc)
    bytes += chunk.length
    if (bytes > entry.bytes) throw new Error('it is longer than the ZIP says')
    yield chunk
  }
  if (bytes !== entry.bytes || crc !== entry.crc) throw new Error('it is damaged')
}

async function* inflated(chunks) {
  const inflate = createInflateRaw()
  const feeding = (async () => {
    for (const chunk of chunks)
      if (!inflate.write(chunk)) await new Promise((resolve) => inflate.once('drain', resolve))
    inflate.end()
  })()
  feeding.catch((error) => inflate.destroy(error))
  yield* inflate
}

/** Rebuilds the ZIP around a pack's files, so that any different byte is detected. */
async function checkContainer(zip, problem) {
  const differs = () => problem('The ZIP differs from the one that the service writes for these files.')
  const directory = []
  let at = 0
  try {
    for (const entry of zip.entries) {
      const name = Buffer.from(entry.name)
      if (entry.offset !== at || entry.method !== 0 || entry.packed !== entry.bytes) return differs()
      if (!zip.bytesAt(at, 30 + name.length).equals(localHeader(name))) return differs()
      const isLarge = entry.bytes > 0xfffffffe || entry.offset > 0xfffffffe
      const descriptor = descriptorOf(entry, isLarge)
      at += 30 + name.length + entry.packed
      if (!zip.bytesAt(at, descriptor.length).equals(descriptor)) return differs()
      at += descriptor.length
      directory.push(directoryRecord(entry, name, isLarge))
    }
    const written = Buffer.concat([
      ...directory,
      endOfDirectory(zip.entries.length, Buffer.concat(directory).length, at),
    ])
    if (at + written.length !== zip.size || !zip.bytesAt(at, written.length).equals(written)) differs()
  } catch {
    differs()
  }
}

/** An archive's comment is the hash of every byte before it. A ZIP that another program wrote has no comment. */
function keepsSeal({ comment, size, bytesAt }) {
  if (comment === '') return true
  if (!/^sha256:[0-9a-f]{64}$/.test(comment)) return false
  const [digest, end] = [createHash('sha256'), size - 64]
  for (let at = 0; at < end; at += chunkBytes) digest.update(bytesAt(at, Math.min(chunkBytes, end - at)))
  return digest.digest('hex') === comment.slice(-64)
}

// Fields in the order of APPNOTE.TXT 4.3. Files are neither compressed nor dated.
const numbers = (...fields) =>
  Buffer.concat(
    fields.map(([bytes, value]) => {
      const field = Buffer.alloc(bytes)
      if (bytes === 8) field.writeBigUInt64LE(BigInt(value))
      else field.writeUIntLE(value, 0, bytes)
      return field
    }),
  )
const flags = 0x0808
const firstDay = 0x21
const localHeader = (name) =>
  Buffer.concat([
    numbers(
      [4, 0x04034b50],
      [2, 20],
      [2, flags],
      [2, 0],
      [2, 0],
      [2, firstDay],
      [4, 0],
      [4, 0],
      [4, 0],
      [2, name.length],
      [2, 0],
    ),
    name,
  ])
const descriptorOf = ({ crc, packed, bytes }, isLarge) =>
  isLarge
    ? numbers([4, 0x08074b50], [4, crc], [8, packed], [8, bytes])
    : numbers([4, 0x08074b50], [4, crc], [4, packed], [4, bytes])
function directoryRecord({ crc, packed, bytes, offset }, name, isLarge) {
  const extra = isLarge ? numbers([2, 1], [2, 24], [8, bytes], [8, packed], [8, offset]) : Buffer.alloc(0)
  const shown = (value) => (isLarge ? 0xffffffff : value)
  return Buffer.concat([
    numbers(
      [4, 0x02014b50],
      [2, (3 << 8) | 63],
      [2, isLarge ? 45 : 20],
      [2, flags],
      [2, 0],
      [2, 0],
      [2, firstDay],
      [4, crc],
    ),
    numbers([4, shown(packed)], [4, shown(bytes)], [2, name.length], [2, extra.length], [2, 0], [2, 0], [2, 0]),
    numbers([4, 0o100664 * 0x10000], [4, shown(offset)]),
    name,
    extra,
  ])
}
function endOfDirectory(count, length, start) {
  const isLarge = count >= 0xffff || length >= 0xffffffff || start >= 0xffffffff
  const large = isLarge
    ? Buffer.concat([
        numbers(
          [4, 0x06064b50],
          [8, 44],
          [2, (3 << 8) | 63],
          [2, 45],
          [4, 0],
          [4, 0],
          [8, count],
          [8, count],
          [8, length],
          [8, start],
        ),
        numbers([4, 0x07064b50], [4, 0], [8, start + length], [4, 1]),
      ])
    : Buffer.alloc(0)
  const [shownCount, shownLength, shownStart] = [
    Math.min(count, 0xffff),
    Math.min(length, 0xffffffff),
    Math.min(start, 0xffffffff),
  ]
  return Buffer.concat([
    large,
    numbers(
      [4, 0x06054b50],
      [2, 0],
      [2, 0],
      [2, shownCount],
      [2, shownCount],
      [4, shownLength],
      [4, shownStart],
      [2, 0],
    ),
  ])
}

const usage = 'Usage: node verify.mjs FILE [--key BASE64] [--policy FILE] [--json]'

/**
 * @param {readonly string[]} args
 * @param {(line: string) => void} say
 * @returns {Promise<0 | 1 | 2>}
 */
export async function main(args, say) {
  const keys = []
  let [path, policyPath, isJson] = ['', undefined, false]
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]
    if (arg === '--json') isJson = true
    else if (arg === '--key') keys.push(args[++i] ?? '')
    else if (arg.startsWith('--key=')) keys.push(arg.slice(6))
    else if (arg === '--policy') policyPath = args[++i] ?? ''
    else if (arg.startsWith('--policy=')) policyPath = arg.slice(9)
    else if (path === '' && !arg.startsWith('--')) path = arg
    else return refuse(isJson, say, usage)
  }
  if (path === '') return refuse(isJson, say, usage)
  try {
    const policy = policyPath === undefined ? undefined : readFileSync(policyPath, 'utf8')
    const report = await verifyFile(path, { keys, policy })
    if (isJson) say(JSON.stringify(report))
    else tell(report, keys.length > 0 || policy !== undefined, say)
    return report.ok ? 0 : 1
  } catch (error) {
    return refuse(
      isJson,
      say,
      error instanceof Unreadable ? error.message : `The file cannot be read: ${error.message}`,
    )
  }
}

function refuse(isJson, say, message) {
  say(isJson ? JSON.stringify({ ok: false, problems: [message] }) : message)
  return 2
}

function tell({ ok, problems, notices = [], witnesses = [], kind, store, entries, heads, reviews }, isKeyGiven, say) {
  for (const problem of problems) say(`- ${problem}`)
  for (const { name, newest } of witnesses)
    say(newest === null ? `Witness ${name}: no head.` : `Witness ${name}: newest head over ${newest} entries.`)
  for (const notice of notices) say(`Notice: ${notice}`)
  const content = kind === 'assessment' ? '' : ` with ${entries} entries, ${heads} heads and ${reviews} reviews`
  say(`${ok ? 'OK' : 'NOT OK'}: the ${kind} of ${store}${content}.`)
  if (ok && !isKeyGiven)
    say(
      'Pass --key with the key from {origin}/evidence/keys to verify who signed the file. Without --key, this only proves that the file is whole.',
    )
}

const isCommand = () => {
  try {
    return realpathSync(process.argv[1] ?? '') === fileURLToPath(import.meta.url)
  } catch {
    return false
  }
}
if (isCommand()) process.exitCode = await main(process.argv.slice(2), (line) => console.log(line))
