import { toActor } from '#platform/audit/audit.ts'
import { operation } from '#platform/calls/operation.ts'
import { byId, withExample } from '#platform/values/wire.ts'
import {
  changePage,
  createPage,
  deletePage,
  type Publication,
  publishPage,
  requirePage,
  restoreVersion,
  unpublishPage,
} from './commands.ts'
import { toEntry, toPage, toVersion } from './rules.ts'
import {
  byVersion,
  limits,
  NewWebPage,
  SeenVersion,
  VersionFilters,
  VersionList,
  WebPage,
  WebPageChanges,
  WebPageFilters,
  WebPageList,
} from './schema.ts'
import * as store from './store.ts'

const written = { tenancy: 'store', plan: { feature: 'web_pages' } } as const

export default [
  operation({
    id: 'web_pages.list',
    http: 'GET /web-pages',
    tenancy: 'store',
    doc: { summary: 'List web pages, newest first', description: 'Blocks are left out; get a page to read them.' },
    input: { query: WebPageFilters },
    output: { body: WebPageList },
    transaction: 'single-query',
    run: ({ tx, query, services: { origin } }) => store.list(tx, query, (row) => toEntry(row, origin)),
  }),
  operation({
    id: 'web_pages.create',
    http: 'POST /web-pages',
    ...written,
    doc: {
      summary: 'Create a web page',
      description: `The new page is a draft. A store has up to ${limits.pages.toLocaleString('en')} pages. The first one creates a handle from the store's name. A slug in use gets 409 \`slug_taken\`.`,
    },
    input: {
      body: withExample(NewWebPage, {
        kind: 'landing',
        slug: 'about-us',
        title: 'About us',
        description: 'The makers of your mugs, and reviews by their customers.',
        blocks: [
          { type: 'markdown', text: 'We throw every mug **by hand**.' },
          { type: 'reviews', limit: 10 },
          { type: 'button', label: 'See all mugs', url: '/collections/mugs' },
        ],
        variables: { '--evident-accent': '#43552f' },
        locale: 'en',
        translations: { de: { title: 'Über uns' } },
      }),
    },
    output: {
      body: WebPage,
      status: 201,
      location: '/web-pages/{id}',
      errors: ['not_found', 'conflict', 'slug_taken'],
    },
    async run({ tx, body, caller, services: { origin }, audit }) {
      const page = await createPage(tx, body, toActor(caller))
      await audit(tx, 'web_page.created', toTarget(page))
      return toPage(page, origin)
    },
  }),
  operation({
    id: 'web_pages.get',
    http: 'GET /web-pages/:id',
    tenancy: 'store',
    doc: { summary: 'Get a web page', description: 'Returns one web page with its latest blocks, published or not.' },
    input: { params: byId },
    output: { body: WebPage },
    transaction: 'single-query',
    run: async ({ tx, params, services: { origin } }) => toPage(await requirePage(tx, params.id), origin),
  }),
  operation({
    id: 'web_pages.update',
    http: 'PATCH /web-pages/:id',
    ...written,
    doc: {
      summary: 'Update a web page',
      description:
        'Creates a new version, which becomes public when you publish it. Omitted fields keep their values; `blocks`, `variables` and `translations` are replaced as a whole. A changed `slug` applies immediately; the former one redirects with 301 until another page takes it.',
    },
    input: { params: byId, body: withExample(WebPageChanges, { title: 'Who we are', version: 1 }) },
    output: { body: WebPage, errors: ['conflict', 'slug_taken'] },
    run: async ({ tx, params, body, caller, services: { origin } }) =>
      toPage(await changePage(tx, params.id, body, toActor(caller)), origin),
  }),
  operation({
    id: 'web_pages.delete',
    http: 'DELETE /web-pages/:id',
    ...written,
    access: { role: 'ADMIN' },
    doc: { summary: 'Delete a web page', description: 'Deletes all its versions too.' },
    input: { params: byId },
    async run({ tx, params, audit }) {
      await audit(tx, 'web_page.deleted', toTarget(await deletePage(tx, params.id)))
      return undefined
    },
  }),
  operation({
    id: 'web_pages.publish',
    http: 'POST /web-pages/:id/publish',
    ...written,
    access: { role: 'ADMIN' },
    doc: {
      summary: 'Publish a web page',
      description: 'Shoppers see the newest version from the next request. A repeat changes nothing.',
    },
    input: { params: byId, body: withExample(SeenVersion, { version: 2 }), optional: true },
    output: { body: WebPage, errors: ['conflict'] },
    async run({ tx, params, body, services: { origin }, audit }) {
      const { page, isChanged } = await publishPage(tx, params.id, body.version)
      if (isChanged) await audit(tx, 'web_page.published', toTarget(page), { version: page.version })
      return toPage(page, origin)
    },
  }),
  operation({
    id: 'web_pages.unpublish',
    http: 'POST /web-pages/:id/unpublish',
    ...written,
    access: { role: 'ADMIN' },
    doc: {
      summary: 'Unpublish a web page',
      description: 'Takes a web page offline. Its content stays, and the page can be published again.',
    },
    input: { params: byId },
    output: { body: WebPage },
    async run({ tx, params, services: { origin }, audit }) {
      const { page, isChanged }: Publication = await unpublishPage(tx, params.id)
      if (isChanged) await audit(tx, 'web_page.unpublished', toTarget(page))
      return toPage(page, origin)
    },
  }),
  operation({
    id: 'web_pages.list_versions',
    http: 'GET /web-pages/:id/versions',
    tenancy: 'store',
    doc: {
      summary: 'List versions of a web page',
      description: `Newest first: the latest ${limits.versions}, and the public one.`,
    },
    input: { params: byId, query: VersionFilters },
    output: { body: VersionList },
    async run({ tx, params, query }) {
      await requirePage(tx, params.id)
      return store.listVersions(tx, params.id, query, toVersion)
    },
  }),
  operation({
    id: 'web_pages.restore_version',
    http: 'POST /web-pages/:id/versions/:version/restore',
    ...written,
    doc: {
      summary: 'Restore a version of a web page',
      description:
        'Creates a new version with the content of the chosen version and the current slug. It becomes public once published.',
    },
    input: { params: byVersion, body: withExample(SeenVersion, { version: 2 }), optional: true },
    output: { body: WebPage, errors: ['conflict'] },
    async run({ tx, params, body, caller, services: { origin } }) {
      const page = await restoreVersion(tx, params.id, params.version, { seen: body.version, actor: toActor(caller) })
      return toPage(page, origin)
    },
  }),
]

const toTarget = ({ id, title }: { id: string; title: string }) => ({ type: 'web_page', id, name: title })
