// An old message may be a captured copy. A future time would make a copy valid for as long as it is ahead.

/** Clocks differ by less. Stripe and Standard Webhooks use the same value. */
export const signedTimeToleranceMs = 300_000

export type SignedTime = 'current' | 'old' | 'ahead'

/** `atMs` in Unix milliseconds; NaN is `old`. */
export function judgeSignedTime(
  atMs: number,
  now: Date,
  { oldestMs = signedTimeToleranceMs, aheadMs = signedTimeToleranceMs } = {},
): SignedTime {
  const ageMs = now.getTime() - atMs
  if (ageMs < -aheadMs) return 'ahead'
  return ageMs <= oldestMs ? 'current' : 'old'
}
