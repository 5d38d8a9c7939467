// When an author is told of an answer, and when no more. Pure.
import type { Status } from '../schema.ts'

export type Shown = { status: Status; reply: { body: string } | null }

const minuteMs = 60_000
/** For as long an answer can be taken back before anybody has read it in a mail. */
const undoMs = 5 * minuteMs

/** On a whole minute, as the schedule goes, so that the time that is shown is the time it goes out. */
export const dueAtOf = (now: Date): Date => new Date(Math.ceil((now.getTime() + undoMs) / minuteMs) * minuteMs)

const isSeen = ({ status, reply }: Shown): boolean => status === 'approved' && reply !== null

/** `given`: an answer is to be seen that was not, or not in these words; the time to take it back begins anew. */
export function changeOf(before: Shown, after: Shown): 'given' | 'withdrawn' | undefined {
  if (!isSeen(after)) return isSeen(before) ? 'withdrawn' : undefined
  return isSeen(before) && before.reply?.body === after.reply?.body ? undefined : 'given'
}
