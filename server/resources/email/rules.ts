// Which mail is old. Pure.

const freshMs = 12 * 3_600_000

/** Whoever counts mail by day leaves out days of which some may not be old yet, and a transaction that does not end for as long. */
export const isOld = (writtenAt: string, now: Date): boolean => Date.parse(writtenAt) < now.getTime() - freshMs

/** Before this moment mail is old for every transaction that is under way. */
export const oldSince = (now: Date): Date => new Date(now.getTime() - 2 * freshMs)
