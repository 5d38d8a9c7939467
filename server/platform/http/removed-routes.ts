// Routes that were removed for good; clients that still call them are answered since when, and what to do instead.
type Gone = { method: string; path: string; since: string; instead: string }

const gone: readonly Gone[] = [
  {
    method: 'POST',
    path: '/auth/storefront-token',
    since: '12 October 2026',
    instead: "A shop's pages need no token: they are known by their origin.",
  },
]

/** What to say of an address below the API that does not exist. */
export function missingRouteMessage(method: string, path: string): string {
  const found = gone.find((each) => each.method === method && path === `/api/v1${each.path}`)
  return found
    ? `${method} ${found.path} is gone since ${found.since}. ${found.instead}`
    : `No route ${method} ${path}.`
}
