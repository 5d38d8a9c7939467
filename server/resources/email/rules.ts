const freshMs = 12 * 3_600_000

/** Daily counts skip days whose rows might not be old yet. A long transaction delays the counts as well. */
export const isOld = (at: string, now: Date): boolean => Date.parse(at) < now.getTime() - freshMs

/** Rows from before this moment are old for every running transaction. */
export const oldSince = (now: Date): Date => new Date(now.getTime() - 2 * freshMs)
