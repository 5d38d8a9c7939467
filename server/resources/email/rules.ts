const freshMs = 12 * 3_600_000

/** True if daily counts may already include rows of this time. A change of such a row must mark its day as changed. */
export const isOld = (at: string, now: Date): boolean => Date.parse(at) < now.getTime() - freshMs

/** Daily counts end at this time, because a running transaction may still add later rows. */
export const oldSince = (now: Date): Date => new Date(now.getTime() - 2 * freshMs)
