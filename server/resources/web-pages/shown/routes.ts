import { operation } from '#platform/calls/operation.ts'
import { orNotFound } from '#platform/values/errors.ts'
import { gather } from './commands.ts'
import { buildJsonLd } from './document.ts'
import { writeFragment } from './html.ts'
import { chooseCanonicalUrl, isExcluded } from './rules.ts'
import { bySlug, ShownFilters, ShownWebPage } from './schema.ts'
import { findPublished } from './store.ts'

export const shownPage = operation({
  id: 'storefront.get_web_page',
  http: 'GET /storefront/web-pages/:slug',
  tenancy: 'storefront',
  plan: { feature: 'web_pages' },
  doc: {
    summary: 'Get a published web page',
    description:
      "HTML for the shop's own server or page to embed. Former slugs work too. Style it with the classes in the guide. `html` links to further reviews as `?page=2`. Your page must send that value as the parameter `page` of this call. With `controls`, it also links with `rating`, `sort` and `hasPhotos`.",
  },
  input: { params: bySlug, query: ShownFilters },
  output: { body: ShownWebPage },
  storefront: { shared: true },
  async run({ tx, params, query, storeEnvId, storefront, services: { media, origin } }) {
    const facts = orNotFound(await findPublished(tx, params.slug), 'web page', params.slug)
    const { view, own } = await gather(tx, facts, query, { storeEnvId, media, origin })
    return {
      slug: facts.slug,
      title: view.title,
      description: view.description,
      html: (await writeFragment(view, own, storefront.timezone)).toString(),
      jsonLd: buildJsonLd(view),
      canonicalUrl: chooseCanonicalUrl(view, origin),
      noindex: isExcluded(view),
      locale: view.locale,
    }
  },
})

export default [shownPage]
