import type { RouterHistory } from '@tanstack/react-router'

export function goOnTo(history: RouterHistory, next: string | undefined): void {
  if (next === undefined || /^\/admin(?:$|[/?#])/.test(next)) history.push(next ?? '/admin/')
  else location.assign(next)
}
