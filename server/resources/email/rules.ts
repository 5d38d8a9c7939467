const freshMs = 12 * 3_600_000

/**
 * True if a change of a row from this time must mark the row's day as changed, because daily counts may already contain
 * that day.
 */
export const isOld = (at: string, now: Date): boolean => Date.parse(at) < now.getTime() - freshMs

/** Daily counts end at this time, because a running transaction may still add later rows. */
export const oldSince = (now: Date): Date => new Date(now.getTime() - 2 * freshMs)
