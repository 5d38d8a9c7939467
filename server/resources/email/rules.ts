// Which mail is old, and which review request is. Pure.

const freshMs = 12 * 3_600_000

/** Whoever counts mail by day leaves out days of which some may not be old yet, and a transaction that does not end for as long. */
export const isOld = (at: string, now: Date): boolean => Date.parse(at) < now.getTime() - freshMs

/** What began before this moment is old for every transaction that is under way. */
export const oldSince = (now: Date): Date => new Date(now.getTime() - 2 * freshMs)
