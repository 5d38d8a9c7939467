// What time it is for the service, as its answers tell: what is due, expired or on its way is so by that clock, and the
// clock of the reader's computer may be hours off.

let aheadMs = 0

export const serverNowMs = (): number => Date.now() + aheadMs

/** `date`: the header of an answer that has just come. It knows whole seconds, so a little apart is not apart. */
export function syncServerClock(date: string | null): void {
  const apartMs = Date.parse(date ?? '') - Date.now()
  if (Number.isFinite(apartMs)) aheadMs = Math.abs(apartMs) < 3_000 ? 0 : apartMs
}
