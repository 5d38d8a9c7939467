const freshMs = 12 * 3_600_000

/**
 * Daily counts skip recent days, for which a running transaction may still commit rows. A long transaction therefore
 * delays the counts.
 */
export const isOld = (at: string, now: Date): boolean => Date.parse(at) < now.getTime() - freshMs

/** No running transaction can still add rows from before this moment. */
export const oldSince = (now: Date): Date => new Date(now.getTime() - 2 * freshMs)
