export const mailsPerHour = 20
const hourMs = 3_600_000

export type Backlog = {
  due: number
  waitingSince: Date | null
  sentSingly: number
}

export type NoticePlan = {
  singly: number
  /** Time of the digest. `now` if it is due; null if there is none. */
  digest: 'now' | Date | null
}

export const hourBefore = (now: Date): Date => new Date(now.getTime() - hourMs)

/** While a lead waits, all later leads join its digest. The digest is due an hour after the first waiting lead arrived. */
export function planNotices({ due, waitingSince, sentSingly }: Backlog, now: Date): NoticePlan {
  if (waitingSince !== null) {
    const at = new Date(waitingSince.getTime() + hourMs)
    return { singly: 0, digest: at <= now ? 'now' : at }
  }
  const singly = Math.min(due, Math.max(0, mailsPerHour - sentSingly))
  return { singly, digest: due > singly ? new Date(now.getTime() + hourMs) : null }
}
