// When a store is told of a lead: at once, or with others in a digest where there are many. Pure.

/** So many mails of an hour tell of one lead each. */
export const mailsPerHour = 20
const hourMs = 3_600_000

export type Backlog = {
  /** How many are due that have not waited. */
  due: number
  /** Since when the first of those waits that are for a digest. */
  waitingSince: Date | null
  /** How many mails told of one lead each within the last hour. */
  sentSingly: number
}

export type NoticePlan = {
  /** How many of those that are due are told of singly now, the oldest first. */
  singly: number
  /** Whether one mail tells of all others now, or when it will; null where nothing waits. */
  digest: 'now' | Date | null
}

export const hourBefore = (now: Date): Date => new Date(now.getTime() - hourMs)

/** Once one has to wait, all that follow wait with it, for an hour from its arrival. */
export function planNotices({ due, waitingSince, sentSingly }: Backlog, now: Date): NoticePlan {
  if (waitingSince !== null) {
    const at = new Date(waitingSince.getTime() + hourMs)
    return { singly: 0, digest: at <= now ? 'now' : at }
  }
  const singly = Math.min(due, Math.max(0, mailsPerHour - sentSingly))
  return { singly, digest: due > singly ? new Date(now.getTime() + hourMs) : null }
}
