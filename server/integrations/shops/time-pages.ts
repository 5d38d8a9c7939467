// Pages of rows in the order of a time that moves while they are read: an order that changes goes to the end, and by offset
// alone the rows behind it would be passed over. So each page begins at the time of the last row before, and repeats a few.

export type TimePosition = { from: string; skip: number }

export const timePositionOf = (value: Readonly<Record<string, unknown>> | null): TimePosition | undefined =>
  value && typeof value.from === 'string' && typeof value.skip === 'number'
    ? { from: value.from, skip: value.skip }
    : undefined

/** Where the page after these rows begins; undefined after the last. `reachMs`: how much before a row's time a page must begin to hold it. */
export function nextTimePosition(
  { from, skip }: TimePosition,
  times: readonly (Date | null)[],
  size: number,
  reachMs: number,
): TimePosition | undefined {
  if (times.length < size) return undefined
  const last = times.at(-1)
  const begin = last ? new Date(last.getTime() - reachMs) : undefined
  if (begin && begin > new Date(from)) return { from: begin.toISOString(), skip: 0 }
  // More rows than a page are of one moment.
  return { from, skip: skip + Math.max(1, Math.floor(size * 0.9)) }
}
