// A witness by c2sp.org/tlog-witness, without any database. One process serves one state folder. It decides and stores in
// one synchronous step, so two checkpoints of one log never overtake each other.
import { isUtf8 } from 'node:buffer'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { cosign, isSignedBy, keyTypes, type VerifierKey } from '#resources/evidence/cosignature-rules.ts'
import { decodePrivateKey, encodePublicKey } from '#resources/evidence/note-rules.ts'
import { judge, type KnownLogs, keysOf, readSubmission } from './witness-rules.ts'
import { openState, type WitnessState } from './witness-state.ts'

export type Witness = { key: VerifierKey; server: Server }

type Options = { name: string; folder: string; known: KnownLogs; now?: () => number }

const mostBytes = 64 * 1024
const plain = 'text/plain; charset=utf-8'

export function createWitness({ name, folder, known, now = Date.now }: Options): Witness {
  const state = openState(folder)
  const publicKey = encodePublicKey(decodePrivateKey(state.seed))
  const add = (body: string) => addCheckpoint(state, { name, known, seconds: Math.floor(now() / 1000) }, body)
  const server = createServer({ requestTimeout: 10_000, maxHeaderSize: 8_192 }, (request, response) => {
    answer(state, add, request)
      .catch(() => ({ status: 500, body: 'The state cannot be read or written.\n' }))
      .then((reply) => send(request, response, reply))
  })
  server.maxConnections = 1_000
  return { key: { name, type: keyTypes.cosignature, publicKey }, server }
}

type Reply = { status: number; body: string; type?: string }

async function answer(state: WitnessState, add: (body: string) => Reply, request: IncomingMessage): Promise<Reply> {
  const { method = 'GET', url = '/' } = request
  if (url === '/add-checkpoint') {
    if (method !== 'POST') return { status: 405, body: 'Use POST.\n' }
    const bytes = await readBody(request)
    if (!bytes) return { status: 413, body: 'The body is larger than 64 KiB.\n' }
    return isUtf8(bytes) ? add(bytes.toString('utf8')) : { status: 400, body: messages[400] }
  }
  const [, logName = ''] = /^\/([0-9a-f]{64})\/checkpoint$/.exec(url) ?? []
  const note = method === 'GET' && logName !== '' ? state.findNote(logName) : undefined
  return note === undefined ? { status: 404, body: 'Not found.\n' } : { status: 200, body: note }
}

const messages = {
  400: 'The request is malformed, or its old size is above the checkpoint.\n',
  403: 'No signature by a known key of this log.\n',
  404: 'Unknown log.\n',
  422: 'The checkpoint does not extend the last one.\n',
}

function addCheckpoint(
  state: WitnessState,
  { name, known, seconds }: { name: string; known: KnownLogs; seconds: number },
  body: string,
): Reply {
  const submission = readSubmission(body)
  if (!submission) return { status: 400, body: messages[400] }
  const { checkpoint, text, signatures } = submission
  const keys = keysOf(known, checkpoint.origin)
  const verdict = judge(submission, keys, state.findLast(checkpoint.origin))
  if (verdict.status === 409) return { status: 409, body: `${verdict.size}\n`, type: 'text/x.tlog.size' }
  if (verdict.status !== 200) return { status: verdict.status, body: messages[verdict.status] }
  const cosignature = cosign(text, name, state.seed, seconds)
  const signed = signatures.filter((line) => keys.some((key) => isSignedBy(key, text, line)))
  state.keep(checkpoint.origin, `${text}\n${signed.map(({ line }) => line).join('')}${cosignature}`)
  return { status: 200, body: cosignature }
}

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    length += chunk.length
    if (length > mostBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function send(request: IncomingMessage, response: ServerResponse, { status, body, type = plain }: Reply): void {
  if (status === 413) response.setHeader('connection', 'close')
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) })
  response.end(request.method === 'HEAD' ? undefined : body)
}
