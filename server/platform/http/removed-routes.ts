type RemovedRoute = { method: string; path: string; since: string; instead: string }

const gone: readonly RemovedRoute[] = [
  {
    method: 'POST',
    path: '/auth/storefront-token',
    since: '12 October 2026',
    instead: "A shop's pages need no token: their origin identifies them.",
  },
]

export function missingRouteMessage(method: string, path: string): string {
  const found = gone.find((each) => each.method === method && path === `/api/v1${each.path}`)
  return found
    ? `${method} ${found.path} was removed on ${found.since}. ${found.instead}`
    : `No route ${method} ${path}.`
}
