// Decides whether a witness cosigns a submitted checkpoint: c2sp.org/tlog-witness, text of 2026-07-06. Pure.

import {
  type Checkpoint,
  decodeBase64,
  isOf,
  isSignedBy,
  keyTypes,
  readCheckpoint,
  readSize,
  splitNote,
  type VerifierKey,
} from '#resources/evidence/cosignature-rules.ts'
import { isConsistent } from '../consistency-rules.ts'

export type Submission = {
  oldSize: number
  path: Buffer[]
  text: string
  checkpoint: Checkpoint
  signatures: NonNullable<ReturnType<typeof splitNote>>['signatures']
}

const mostHashes = 63

/** Undefined for a body that is malformed, whose old size is above the checkpoint's, or whose proof has nothing to prove. */
export function readSubmission(body: string): Submission | undefined {
  const at = body.indexOf('\n\n')
  const [first = '', ...hashes] = body.slice(0, Math.max(at, 0)).split('\n')
  const oldSize = readSize(/^old (\S+)$/.exec(first)?.[1] ?? '')
  const path = hashes.map((each) => decodeBase64(each))
  const note = splitNote(body.slice(at + 2))
  const checkpoint = note && readCheckpoint(note.text)
  if (oldSize === undefined || note === undefined || checkpoint === undefined || path.length > mostHashes)
    return undefined
  if (!path.every((each) => each?.length === 32) || oldSize > checkpoint.size) return undefined
  // Two equal sizes have nothing between them, so there is nothing to prove.
  if (oldSize === checkpoint.size && path.length > 0) return undefined
  return { oldSize, path: path as Buffer[], ...note, checkpoint }
}

/** The accepted logs: `logs` are keys of single logs. Each key in `services` covers all logs of one service. */
export type KnownLogs = { logs: readonly VerifierKey[]; services: readonly Buffer[] }

const servicePrefix = 'evident/'

export const keysOf = ({ logs, services }: KnownLogs, origin: string): VerifierKey[] => [
  ...logs.filter(({ name }) => name === origin),
  ...(origin.startsWith(servicePrefix)
    ? services.map((publicKey) => ({ name: origin, type: keyTypes.log, publicKey }))
    : []),
]

export type LastSeen = { size: number; root: Buffer }

export type Verdict = { status: 200 } | { status: 400 | 403 | 404 | 422 } | { status: 409; size: number }

/** Returns 200 if the caller may cosign the checkpoint and store it as the last one. */
export function judge(submission: Submission, keys: readonly VerifierKey[], last: LastSeen): Verdict {
  const { checkpoint, oldSize, path, text, signatures } = submission
  if (keys.length === 0) return { status: 404 }
  const claimed = signatures.flatMap((line) => {
    const key = keys.find((each) => isOf(each, line))
    return key ? [{ key, line }] : []
  })
  // Lines of unknown keys are ignored. One false line of a known key spoils the note: c2sp.org/signed-note.
  if (claimed.length === 0 || !claimed.every(({ key, line }) => isSignedBy(key, text, line))) return { status: 403 }
  if (oldSize !== last.size) return { status: 409, size: last.size }
  return { status: isConsistent(last, checkpoint, path) ? 200 : 422 }
}
