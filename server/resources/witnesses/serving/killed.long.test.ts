// Kills the real witness command while two forks of one ledger compete for its cosignatures.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import {
  readCheckpoint,
  readCosignature,
  readVerifierKey,
  splitNote,
  type VerifierKey,
} from '#resources/evidence/cosignature-rules.ts'
import { hashTree } from '#resources/evidence/heads/tree-rules.ts'
import { proof } from '#resources/evidence/heads/trees.testing.ts'
import { checkpointText, decodePrivateKey, encodePublicKey, signNote } from '#resources/evidence/note-rules.ts'
import { freePort } from '#test/free-port.ts'
import { until } from '#test/until.ts'
import { nameOfLog } from './witness-state.ts'

const folder = mkdtempSync(join(tmpdir(), 'killed-witness-'))
const seed = Buffer.alloc(32, 7)
const program = join(import.meta.dirname, '../../../../bin/evident.mjs')
let running: Witness | undefined
after(async () => {
  if (running) await kill(running)
  rmSync(folder, { recursive: true })
})

type Witness = { child: ChildProcess; key: VerifierKey; url: string }

/** The command starts the pinned Node as a child, so the whole group of processes is killed. */
async function start(): Promise<Witness> {
  const port = await freePort()
  const child = spawn(
    process.execPath,
    [
      ...[program, 'witness', 'serve', '--name', 'witness.example/killed', '--state', folder],
      ...['--listen', `127.0.0.1:${port}`, '--service', encodePublicKey(decodePrivateKey(seed)).toString('base64')],
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], detached: true, env: { PATH: process.env.PATH } },
  )
  assert.ok(child.stdout)
  const [vkey] = await once(createInterface(child.stdout), 'line')
  running = { child, key: readVerifierKey(vkey) ?? assert.fail(vkey), url: `http://127.0.0.1:${port}` }
  return running
}

async function kill({ child, url }: Witness): Promise<void> {
  running = undefined
  if (child.exitCode === null && child.signalCode === null) {
    const gone = once(child, 'exit')
    process.kill(-(child.pid ?? assert.fail()), 'SIGKILL')
    await gone
  }
  await until(
    () =>
      fetch(url).then(
        () => false,
        () => true,
      ),
    'the port is closed',
  )
}

const origin = 'evident/forked'
const forks = [1, 2] as const
type Fork = (typeof forks)[number]
type Signed = { size: number; root: string }

/** The fork that won each size. Both forks of the next size extend the winner. */
const won: Fork[] = []
const signed: Signed[] = []

const leavesOf = (chain: readonly Fork[]) => chain.map((fork, i) => Buffer.alloc(32, `${fork} ${i} `))
const rootOf = (chain: readonly Fork[]) => hashTree(leavesOf(chain)).toString('base64')

function writeRequest(chain: readonly Fork[], old: number): string {
  const leaves = leavesOf(chain)
  const path = old === 0 || old === chain.length ? [] : proof(old, leaves)
  const note = signNote(checkpointText('forked', chain.length, hashTree(leaves)), origin, seed)
  return `old ${old}\n${path.map((hash) => `${hash.toString('base64')}\n`).join('')}\n${note}`
}

/** Undefined if the witness died before it answered. */
async function submit({ url, key }: Witness, chain: readonly Fork[], old: number): Promise<number | undefined> {
  const body = writeRequest(chain, old)
  const response = await fetch(`${url}/add-checkpoint`, { method: 'POST', body }).catch(() => undefined)
  const text = await response?.text().catch(() => undefined)
  if (!response || text === undefined) return undefined
  if (response.status === 200) {
    const note = splitNote(`${body.slice(body.indexOf('\n\n') + 2)}${text}`) ?? assert.fail(text)
    assert.ok(note.signatures.some((line) => readCosignature(key, note.text, line) !== undefined))
    signed.push({ size: chain.length, root: rootOf(chain) })
  }
  return response.status
}

/** Offers both forks of the next size three times each. Returns false once the witness is dead. */
async function race(witness: Witness, onAnswer: () => void): Promise<boolean> {
  const sent = [0, 1, 2].flatMap(() =>
    forks.map(async (fork) => {
      const status = await submit(witness, [...won, fork], won.length)
      onAnswer()
      return { fork, status }
    }),
  )
  const answers = await Promise.all(sent)
  if (answers.some(({ status }) => status === undefined)) return false
  const winners = answers.filter(({ status }) => status === 200)
  assert.equal(winners.length, 1)
  assert.ok(answers.every(({ status }) => status === 200 || status === 409))
  const fork = winners[0]?.fork ?? assert.fail()
  const other = [...won, fork === 1 ? 2 : 1] as const
  won.push(fork)
  const status = await submit(witness, other, other.length)
  assert.ok(status === 422 || status === undefined, 'the other root of this size')
  return status !== undefined
}

/** A killed witness may have stored a checkpoint whose response was lost. */
function readStored(): void {
  const name = `${nameOfLog(origin)}.note`
  const note = readdirSync(folder).includes(name) ? readFileSync(join(folder, name), 'utf8') : undefined
  const stored = note === undefined ? undefined : (readCheckpoint(splitNote(note)?.text ?? '') ?? assert.fail(note))
  const size = stored?.size ?? 0
  assert.ok(size >= Math.max(0, ...signed.map((each) => each.size)), 'the state is durable before the answer')
  assert.ok(size === won.length || size === won.length + 1)
  const root = stored?.root.toString('base64')
  if (size > won.length) won.push(forks.find((fork) => rootOf([...won, fork]) === root) ?? assert.fail('unknown root'))
  if (stored) assert.equal(root, rootOf(won))
}

test('a witness that is killed many times never cosigns two roots of one size', { timeout: 300_000 }, async () => {
  const keys = new Set<string>()
  for (let round = 0; round < 20; round++) {
    const witness = await start()
    keys.add(witness.key.publicKey.toString('hex'))
    // Kills the witness during a race, after a number of responses that differs by round, while requests are being sent.
    let left = 3 + 5 * (round % 7)
    let killed: Promise<void> | undefined
    const onAnswer = () => {
      left -= 1
      if (left === 0) killed = kill(witness)
    }
    while (await race(witness, onAnswer));
    await killed
    readStored()
  }
  assert.equal(keys.size, 1, 'the key survives')
  for (const [size, of] of Map.groupBy(signed, (each) => each.size))
    assert.equal(new Set(of.map(({ root }) => root)).size, 1, `two roots of size ${size}`)
  assert.ok(signed.length >= 20, `${signed.length} cosignatures`)
})
