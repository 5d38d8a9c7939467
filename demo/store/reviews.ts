// Reads reviews through the storefront API on the visitor's behalf, as any shop's server does; see
// docs/guides/headless-storefronts.md.
import type { FastifyInstance } from 'fastify'
import { AppError } from '#platform/values/errors.ts'
import type { Rating } from './pages.ts'
import type { DemoStore } from './store.ts'

/** Without a product, the page shows reviews of the whole store. */
type Page = { platformProductId?: string; locale: string; limit?: string; path?: string; cursor?: string }

type Asking = { shop: DemoStore; visitor: string }

export function createReviews(app: FastifyInstance, origin: string) {
  /** Undefined when the shop's subscription has lapsed: its pages then appear without reviews. */
  async function ask(
    { shop, visitor }: Asking,
    path: string,
    query: Record<string, string>,
  ): Promise<string | undefined> {
    const answer = await app.inject({
      url: `/api/v1/storefront/${path}?${new URLSearchParams(query)}`,
      headers: { 'x-store-env-id': shop.storeEnvId, origin },
      remoteAddress: visitor,
    })
    if (answer.statusCode === 200) return answer.body
    const { code, message } = answer.json<{ code: string; message: string }>()
    if (code === 'subscription_expired') return undefined
    throw new AppError(answer.statusCode, code, message)
  }
  return {
    async ratings(asking: Asking, ids: readonly string[]): Promise<Map<string, Rating>> {
      const text = ids.length > 0 ? await ask(asking, 'summary', { platformProductIds: ids.join(',') }) : undefined
      const { data } = JSON.parse(text ?? '{"data":[]}') as { data: (Rating & { platformProductId: string })[] }
      return new Map(data.map((each) => [each.platformProductId, each]))
    },

    async jsonLd(asking: Asking, platformProductId: string): Promise<string> {
      return (await ask(asking, 'json-ld', { platformProductId })) ?? '{}'
    },

    async html(asking: Asking, query: Page) {
      return (await ask(asking, 'html', query)) ?? ''
    },
  }
}
