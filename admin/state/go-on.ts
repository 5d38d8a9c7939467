import type { RouterHistory } from '@tanstack/react-router'

/** Where somebody was going before they had to sign in: a page of this application, or one of the service beside it. */
export function goOnTo(history: RouterHistory, next: string | undefined): void {
  if (next === undefined || /^\/admin(?:$|[/?#])/.test(next)) history.push(next ?? '/admin/')
  else location.assign(next)
}
