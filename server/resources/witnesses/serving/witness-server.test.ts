import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { readCosignature, readVerifierKey, splitNote, writeVerifierKey } from '#resources/evidence/cosignature-rules.ts'
import { hashTree } from '#resources/evidence/heads/tree-rules.ts'
import { proof } from '#resources/evidence/heads/trees.testing.ts'
import { checkpointText, decodePrivateKey, encodePublicKey, signNote } from '#resources/evidence/note-rules.ts'
import { createWitness, type Witness } from './witness-server.ts'
import { nameOfLog } from './witness-state.ts'

const vectors = JSON.parse(readFileSync(new URL('../../../../test/witness/vectors.json', import.meta.url), 'utf8'))
const logKey = readVerifierKey(vectors.log.vkey) ?? assert.fail()
const seed = Buffer.alloc(32, 7)
const service = encodePublicKey(decodePrivateKey(seed))

let folder: string
let witness: Witness
let origin: string
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'witness-'))
})
after(() => rmSync(folder, { recursive: true }))
let states = 0
beforeEach(() => start(join(folder, `state-${++states}`)))
afterEach(stop)

async function start(state: string) {
  witness = createWitness({ name: 'witness.example/w1', folder: state, known: { logs: [logKey], services: [service] } })
  witness.server.listen(0, '127.0.0.1')
  await once(witness.server, 'listening')
  origin = `http://127.0.0.1:${(witness.server.address() as AddressInfo).port}`
}
async function stop() {
  witness.server.closeAllConnections()
  witness.server.close()
  await once(witness.server, 'close')
}
async function submit(body: string | Buffer<ArrayBuffer>) {
  const response = await fetch(`${origin}/add-checkpoint`, { method: 'POST', body })
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}
const statusOf = async (body: string | Buffer<ArrayBuffer>) => (await submit(body)).status

test('a new ledger and its growth are cosigned, and the last checkpoint is public', async () => {
  const first = await submit(vectors.request_old0)
  assert.equal(first.status, 200, first.text)
  const { status, text } = await submit(vectors.request)
  assert.equal(status, 200)
  const note = await (await fetch(`${origin}/${nameOfLog(vectors.log.origin)}/checkpoint`)).text()
  assert.ok(note.endsWith(text))
  const parts = splitNote(note) ?? assert.fail()
  const [, cosignature] = parts.signatures
  assert.ok(cosignature)
  const at = readCosignature(witness.key, parts.text, cosignature) ?? assert.fail()
  assert.ok(Math.abs(at - Date.now() / 1000) < 60)
  assert.equal(await statusOf(vectors.request.replace(/^old 2\n.*\n/, 'old 3\n')), 200, 'the same checkpoint again')
})

test('forks, wrong old sizes, unknown logs and bad signatures are refused', async () => {
  await submit(vectors.request_old0)
  assert.equal(await statusOf(vectors.fork), 422)
  const late = await submit(vectors.request_old0)
  assert.deepEqual([late.status, late.type, late.text], [409, 'text/x.tlog.size', '2\n'])
  await submit(vectors.request)
  assert.equal(await statusOf(vectors.fork_equal_size), 422)
  assert.equal(await statusOf(vectors.request_old0.replaceAll('evident/S1', 'other/S1')), 404)
  assert.equal(await statusOf(vectors.request.replace('\n3\n', '\n4\n')), 403)
  for (const [name, body] of Object.entries({
    'an old size above the checkpoint': vectors.request.replace('old 2', 'old 9'),
    'a proof between equal sizes': vectors.request.replace('old 2', 'old 3'),
    'a leading zero': vectors.request.replace('old 2', 'old 02'),
    'no blank line': 'old 0\n',
    'a short hash': vectors.request.replace(/\n.*=\n\n/, '\nAAAA\n\n'),
    '64 hashes': vectors.request.replace('old 2\n', `old 2\n${`${Buffer.alloc(32).toString('base64')}\n`.repeat(63)}`),
    nothing: '',
  }))
    assert.equal(await statusOf(body), 400, name)
  assert.equal(await statusOf('x'.repeat(65_537)), 413)
  assert.equal((await fetch(`${origin}/add-checkpoint`)).status, 405)
  assert.equal((await fetch(`${origin}/${'0'.repeat(64)}/checkpoint`)).status, 404)
})

const signed = (text: string) => `old 0\n\n${signNote(text, 'evident/shape', seed)}`
const root = Buffer.alloc(32, 1).toString('base64')

test('a malformed checkpoint gets 400, signed or not; a well-formed checkpoint with a bad signature gets 403', async () => {
  const whole = `evident/shape\n3\n${root}\n`
  const malformed: Record<string, string | Buffer<ArrayBuffer>> = {
    'an empty extension line': signed(`${whole}\n`),
    'an empty line between extensions': signed(`${whole}one\n\ntwo\n`),
    'no origin': signed(`\n3\n${root}\n`),
    'no root': signed('evident/shape\n3\n'),
    'a short root': signed('evident/shape\n3\nAAAA\n'),
    'a root in base64url': signed(`evident/shape\n3\n${Buffer.alloc(32, 255).toString('base64url')}=\n`),
    'a size with a sign': signed(`evident/shape\n+3\n${root}\n`),
    'a size with a leading zero': signed(`evident/shape\n03\n${root}\n`),
    'a carriage return': signed(`evident/shape\r\n3\n${root}\n`),
    'a tab': signed(`${whole}one\ttwo\n`),
    'a zero byte': signed(`${whole}\u0000\n`),
    'no signature': `old 0\n\n${whole}\n`,
    'no blank line before the signatures': signed(whole).replace('\n\n\u2014', '\n\u2014'),
    'a hyphen as dash': signed(whole).replace('\u2014', '-'),
    'a name with a space': signed(whole).replace('\u2014 evident', '\u2014 evi\u2003dent'),
    'a name with a plus': signed(whole).replace('\u2014 evident', '\u2014 evi+dent'),
    'a signature of four bytes': `old 0\n\n${whole}\n\u2014 evident/shape AAAAAA==\n`,
    'a signature that is not base64': `old 0\n\n${whole}\n\u2014 evident/shape A*A=\n`,
    'no line break at the end': signed(whole).slice(0, -1),
    'text after the signatures': `${signed(whole)}more\n`,
    'bytes that are not UTF-8': Buffer.concat([Buffer.from(signed(whole)), Buffer.from([0xe2, 0x80, 0x0a])]),
    'another word than old': signed(whole).replace('old', 'new'),
    'two spaces after old': signed(whole).replace('old ', 'old  '),
    'a hash with a space': signed(whole).replace('old 0\n', `old 0\n${root} \n`),
  }
  for (const [name, body] of Object.entries(malformed)) assert.equal(await statusOf(body), 400, name)
  const other = `\u2014 evident/shape ${Buffer.alloc(68, 5).toString('base64')}\n`
  const [, line = ''] = /(\u2014 .*\n)$/.exec(signed(whole)) ?? []
  const bytes = Buffer.from(line.split(' ')[2] ?? '', 'base64')
  bytes[20] = (bytes[20] ?? 0) ^ 1
  const forged = `\u2014 evident/shape ${bytes.toString('base64')}\n`
  assert.equal(await statusOf(signed(whole).replace(line, other)), 403, 'a line of another key')
  assert.equal(await statusOf(signed(whole).replace(line, forged)), 403, 'a false line')
  assert.equal(await statusOf(`${signed(whole)}${forged}`), 403, 'a false line beside a good one')
  assert.equal(await statusOf(`${signed(`${whole}an extension\n`)}${other}`), 200, 'an extension and an unknown line')
})

const leavesOf = (count: number, fill = 0) => Array.from({ length: count }, (_, i) => Buffer.alloc(32, i + 1 + fill))
const requestFor = (store: string, old: number, leaves: Buffer[]) => {
  const path = old === 0 || old === leaves.length ? [] : proof(old, leaves)
  const note = signNote(checkpointText(store, leaves.length, hashTree(leaves)), `evident/${store}`, seed)
  return `old ${old}\n${path.map((hash) => `${hash.toString('base64')}\n`).join('')}\n${note}`
}

test('a key of a service covers every ledger of that service', async () => {
  for (const store of ['a', 'b']) assert.equal(await statusOf(requestFor(store, 0, leavesOf(5))), 200, store)
  assert.equal(await statusOf(requestFor('a', 5, leavesOf(9))), 200)
})

test('only one of several parallel forks of a size is ever cosigned', async () => {
  await submit(requestFor('forked', 0, leavesOf(4)))
  const honest = [...leavesOf(4), ...leavesOf(2, 50)]
  const forked = [...leavesOf(4), ...leavesOf(2, 90)]
  const sent = Array.from({ length: 20 }, (_, i) => submit(requestFor('forked', 4, i % 2 === 0 ? honest : forked)))
  const answers = await Promise.all(sent)
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  assert.ok(answers.every(({ status }) => [200, 409].includes(status)))
})

test('the state survives a restart, and only its owner can read the key file', async () => {
  await submit(requestFor('kept', 0, leavesOf(4)))
  const before = writeVerifierKey(witness.key)
  const state = join(folder, `state-${states}`)
  await stop()
  await start(state)
  assert.equal(writeVerifierKey(witness.key), before)
  assert.equal(statSync(join(state, 'key')).mode & 0o777, 0o600)
  assert.equal(await statusOf(requestFor('kept', 0, leavesOf(4, 9))), 409)
  assert.equal(await statusOf(requestFor('kept', 4, leavesOf(4, 9))), 422)
  assert.equal(await statusOf(requestFor('kept', 4, leavesOf(6))), 200)
})
