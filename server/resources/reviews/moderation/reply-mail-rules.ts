import type { Status } from '../schema.ts'

export type ShownReply = { status: Status; reply: { body: string } | null }

const minuteMs = 60_000
/** Delay before the mail about a reply is sent. During this time the reply can be withdrawn. */
const undoMs = 5 * minuteMs

/** The due time is a whole minute, because the schedule runs each minute. The time shown is then the time of sending. */
export const computeDueAt = (now: Date): Date => new Date(Math.ceil((now.getTime() + undoMs) / minuteMs) * minuteMs)

const isSeen = ({ status, reply }: ShownReply): boolean => status === 'approved' && reply !== null

/** `given` means that a reply became public or its text changed, so the time to withdraw the reply starts again. */
export function decideChange(before: ShownReply, after: ShownReply): 'given' | 'withdrawn' | undefined {
  if (!isSeen(after)) return isSeen(before) ? 'withdrawn' : undefined
  return isSeen(before) && before.reply?.body === after.reply?.body ? undefined : 'given'
}
