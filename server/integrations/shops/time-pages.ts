// In a list by time of change, a changed order moves to the end, and paging by offset would then skip a row. So each
// page starts at the previous page's last time and repeats a few rows.

export type TimePosition = { from: string; skip: number }

export const readTimePosition = (value: Readonly<Record<string, unknown>> | null): TimePosition | undefined =>
  value && typeof value.from === 'string' && typeof value.skip === 'number'
    ? { from: value.from, skip: value.skip }
    : undefined

/** Undefined after the last page. `reachMs` is how far before a row's time a page must start to include the row. */
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
  // All rows of this page have about the same time, so the next page starts at an offset.
  return { from, skip: skip + Math.max(1, Math.floor(size * 0.9)) }
}
