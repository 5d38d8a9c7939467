import type { RouterHistory } from '@tanstack/react-router'

/** The destination before sign-in: a page of this app, or another page of the service. */
export function goOnTo(history: RouterHistory, next: string | undefined): void {
  if (next === undefined || /^\/admin(?:$|[/?#])/.test(next)) history.push(next ?? '/admin/')
  else location.assign(next)
}
