// This visitor's helpful votes, in the shop's own browser storage after the first vote. A random token for each review
// allows the visitor to withdraw the vote. The service stores the token's digest.
import type { Shop } from '../api.ts'
import type { Review } from '../wire.ts'

/** Only the newest votes, up to this number, can be withdrawn. */
const most = 200

type Votes = Record<string, string>

export function createVotes(shop: Shop, changed: () => void) {
  const name = `evident-votes:${shop.store}`
  const read = (): Votes => {
    try {
      // Other scripts of the page may store anything, such as `null`.
      return Object(JSON.parse(localStorage.getItem(name) ?? '{}')) as Votes
    } catch {
      return {}
    }
  }
  const write = (votes: Votes) => {
    try {
      localStorage.setItem(name, JSON.stringify(Object.fromEntries(Object.entries(votes).slice(-most))))
    } catch {
      // Storage may be blocked or full. The vote is then stored only until the page is left.
    }
  }
  let mine = read()
  /** Changes since loading, which the loaded counts do not include. */
  const news = new Map<string, number>()
  const sending = new Set<string>()

  return {
    of: ({ id, helpfulCount }: Review) => ({
      isMine: id in mine,
      count: Math.max(helpfulCount + (news.get(id) ?? 0), id in mine ? 1 : 0),
    }),
    async toggle({ id }: Review): Promise<void> {
      if (sending.has(id)) return
      const before = mine[id]
      const voteId = before ?? randomWord()
      const helpful = before === undefined
      const set = (isMine: boolean) => {
        // Another tab of the shop may have stored a vote after this tab last read the storage.
        const { [id]: _, ...others } = { ...mine, ...read() }
        mine = isMine ? { ...others, [id]: voteId } : others
        write(mine)
        news.set(id, (news.get(id) ?? 0) + (isMine ? 1 : -1))
        changed()
      }
      sending.add(id)
      set(helpful)
      if (!(await send(shop, id, { voteId, helpful }))) set(!helpful)
      sending.delete(id)
    },
  }
}

const randomWord = (): string => crypto.getRandomValues(new Uint32Array(5)).join('-')

const send = ({ origin, store }: Shop, id: string, vote: { voteId: string; helpful: boolean }): Promise<boolean> =>
  fetch(`${origin}/api/v1/storefront/reviews/${id}/vote`, {
    method: 'POST',
    credentials: 'omit',
    headers: { 'x-store-env-id': store, 'content-type': 'application/json' },
    body: JSON.stringify(vote),
  }).then(
    ({ ok }) => ok,
    () => false,
  )
