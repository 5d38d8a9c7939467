const [firstMs, longestMs] = [1_000, 3_600_000]

/** The delay is 1 s, 2 s, 4 s … up to 1 h. */
export const delayAfter = (attempts: number): number => Math.min(firstMs * 2 ** Math.max(0, attempts - 1), longestMs)
