// An old message may be a captured copy. If a future time were accepted, a copy would be valid until that time.

/** Real clocks differ by less than this tolerance. Stripe and Standard Webhooks use the same value. */
export const signedTimeToleranceMs = 300_000

export type SignedTime = 'current' | 'old' | 'ahead'

/** `atMs` is in Unix milliseconds. NaN counts as `old`. */
export function judgeSignedTime(
  atMs: number,
  now: Date,
  { oldestMs = signedTimeToleranceMs, aheadMs = signedTimeToleranceMs } = {},
): SignedTime {
  const ageMs = now.getTime() - atMs
  if (ageMs < -aheadMs) return 'ahead'
  return ageMs <= oldestMs ? 'current' : 'old'
}
