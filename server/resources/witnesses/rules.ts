import type { GuardedResponse } from '#platform/guarded-fetch/exchange.ts'
import { readCosignature, readSignature, readSize, type VerifierKey } from '#resources/evidence/cosignature-rules.ts'
import type { WitnessState } from './schema.ts'

const hourMs = 3_600_000
const mostSecondsAhead = 300

export type Outcome =
  | { kind: 'cosigned'; line: string; at: Date }
  /** The witness has seen `size` entries, not the number that we assumed. We offer the head once more, from `size`. */
  | { kind: 'behind'; size: number }
  | { kind: 'ended'; state: Exclude<WitnessState, 'ok'>; message: string; afterMs: number | null }

const ended = (state: Exclude<WitnessState, 'ok'>, message: string, afterMs: number | null) =>
  ({ kind: 'ended', state, message, afterMs }) satisfies Outcome

export const unreachable = (reason: string): Outcome => ended('unreachable', `No answer: ${reason}.`, hourMs)

/** Result of earlier offers to a witness. `offeredSize` is null before the first. */
type OfferState = { size: number; offeredSize: number | null; dueAt: string | null }

export const isDue = ({ size, offeredSize, dueAt }: OfferState, newest: number, now: Date): boolean =>
  newest > Math.max(size, offeredSize ?? 0) || (newest > size && dueAt !== null && Date.parse(dueAt) <= now.getTime())

/**
 * Returns the size above which heads are offered. A head whose offer must be repeated comes first. A new witness gets
 * the heads signed since it was added, or else the newest. `before`: size of the newest head when it was added.
 */
export function sizeOffered(
  { size, offeredSize, dueAt }: OfferState,
  { before, newest }: { before: number; newest: number },
): number {
  if (offeredSize === null) return Math.min(before, newest - 1)
  return Math.max(size, dueAt === null ? offeredSize : offeredSize - 1)
}

/** Judges the response to one offer: c2sp.org/tlog-witness. */
export function judgeAnswer(
  { status, headers, body }: Pick<GuardedResponse, 'status' | 'headers' | 'body'>,
  { key, text, newest, now }: { key: VerifierKey; text: string; newest: number; now: Date },
): Outcome {
  const answer = body.toString('utf8')
  if (status === 200) return readLine(answer, { key, text, now })
  if (status === 409 && headers['content-type']?.startsWith('text/x.tlog.size')) {
    const seen = readSize(answer.trimEnd())
    if (seen === undefined) return ended('refused', 'The witness answered 409 with a size that is not a number.', null)
    if (seen > newest)
      return ended(
        'refused',
        `The witness has seen ${seen} entries, and this ledger has ${newest}: our key also signed another ledger.`,
        null,
      )
    return { kind: 'behind', size: seen }
  }
  if (status === 404)
    return ended('unknown_log', 'Unknown ledger: the operator of the witness must add our key.', 24 * hourMs)
  if (status >= 500 || status === 408 || status === 429) return unreachable(`status ${status}`)
  return ended('refused', `The witness refused this head with status ${status}.`, null)
}

/** A line counts only if it verifies by the key of this witness. Lines of other keys are ignored. */
function readLine(answer: string, { key, text, now }: { key: VerifierKey; text: string; now: Date }): Outcome {
  for (const line of answer.split('\n').slice(0, 100)) {
    const signature = readSignature(line)
    const seconds = signature && readCosignature(key, text, signature)
    if (signature && seconds !== undefined) {
      if (seconds > now.getTime() / 1000 + mostSecondsAhead)
        return ended('refused', "The time of the witness's cosignature is more than 5 minutes ahead.", null)
      return { kind: 'cosigned', line: signature.line, at: new Date(seconds * 1000) }
    }
  }
  return ended('refused', 'The witness sent no cosignature that its key verifies.', null)
}

export const stillBehind = ended('waiting', 'The witness refused the size that it had just reported.', hourMs)

/**
 * After a change of an entry, no head is offered: the tree still has the old hash, so a witness would cosign a head
 * that the rows contradict.
 */
export const changedEntry = (seq: number) =>
  ended('refused', `Entry ${seq} or a later one was changed in the database, so no head is offered.`, null)

export function writeOffer(oldSize: number, path: readonly Buffer[], checkpoint: string): string {
  const hashes = path.map((hash) => `${hash.toString('base64')}\n`).join('')
  return `old ${oldSize}\n${hashes}\n${checkpoint}`
}
