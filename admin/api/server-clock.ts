// The service's clock decides what is due or expired, because the reader's computer can be hours off.

let aheadMs = 0

export const serverNowMs = (): number => Date.now() + aheadMs

/** `date` is the `Date` header of an uncached response. The header has whole seconds, so small differences are ignored. */
export function syncServerClock(date: string | null): void {
  const apartMs = Date.parse(date ?? '') - Date.now()
  if (Number.isFinite(apartMs)) aheadMs = Math.abs(apartMs) < 3_000 ? 0 : apartMs
}
