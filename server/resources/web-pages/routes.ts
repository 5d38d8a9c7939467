import { actorOf } from '#platform/audit/audit.ts'
import { operation } from '#platform/calls/operation.ts'
import { byId } from '#platform/values/wire.ts'
import {
  changePage,
  createPage,
  type Publication,
  publishPage,
  removePage,
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

const written = { tenancy: 'store', plan: 'web_pages' } as const

export default [
  operation({
    id: 'web_pages.list',
    http: 'GET /web-pages',
    tenancy: 'store',
    summary: 'List web pages, newest first.',
    description: 'Without what stands on them: read a page for its blocks.',
    query: WebPageFilters,
    returns: WebPageList,
    oneQuery: true,
    run: ({ tx, query, services: { origin } }) => store.list(tx, query, (row) => toEntry(row, origin)),
  }),
  operation({
    id: 'web_pages.create',
    http: 'POST /web-pages',
    ...written,
    summary: 'Make a web page; it is a draft until it is published.',
    description: `A store has up to ${limits.pages.toLocaleString('en')}. With the first one the store gets a handle, made of its name, unless it has one. A slug that another page has is 409 \`slug_taken\`.`,
    body: NewWebPage,
    returns: WebPage,
    status: 201,
    location: '/web-pages/{id}',
    errors: ['not_found', 'conflict', 'slug_taken'],
    async run({ tx, body, caller, services: { origin }, audit }) {
      const page = await createPage(tx, body, actorOf(caller))
      await audit(tx, 'web_page.created', targetOf(page))
      return toPage(page, origin)
    },
  }),
  operation({
    id: 'web_pages.get',
    http: 'GET /web-pages/:id',
    tenancy: 'store',
    summary: 'Get a web page as it was last saved.',
    params: byId,
    returns: WebPage,
    oneQuery: true,
    run: async ({ tx, params, services: { origin } }) => toPage(await requirePage(tx, params.id), origin),
  }),
  operation({
    id: 'web_pages.update',
    http: 'PATCH /web-pages/:id',
    ...written,
    summary: 'Change a web page: that makes its next version, which shoppers see once it is published.',
    description:
      'What is not named stays; `blocks`, `variables` and `translations` are replaced whole. A changed `slug` holds at once: the former one leads on by a 301 until another page takes it.',
    params: byId,
    body: WebPageChanges,
    returns: WebPage,
    errors: ['conflict', 'slug_taken'],
    run: async ({ tx, params, body, caller, services: { origin } }) =>
      toPage(await changePage(tx, params.id, body, actorOf(caller)), origin),
  }),
  operation({
    id: 'web_pages.delete',
    http: 'DELETE /web-pages/:id',
    ...written,
    role: 'ADMIN',
    summary: 'Delete a web page with all its versions.',
    params: byId,
    async run({ tx, params, audit }) {
      await audit(tx, 'web_page.deleted', targetOf(await removePage(tx, params.id)))
      return undefined
    },
  }),
  operation({
    id: 'web_pages.publish',
    http: 'POST /web-pages/:id/publish',
    ...written,
    role: 'ADMIN',
    summary: 'Show shoppers the newest version, from the next request on.',
    description: 'Published already, nothing happens.',
    params: byId,
    body: SeenVersion,
    bodyOptional: true,
    returns: WebPage,
    errors: ['conflict'],
    async run({ tx, params, body, services: { origin }, audit }) {
      const { page, isChanged } = await publishPage(tx, params.id, body.version)
      if (isChanged) await audit(tx, 'web_page.published', targetOf(page), { version: page.version })
      return toPage(page, origin)
    },
  }),
  operation({
    id: 'web_pages.unpublish',
    http: 'POST /web-pages/:id/unpublish',
    ...written,
    role: 'ADMIN',
    summary: 'Take a page back: from the next request on it is not there.',
    params: byId,
    returns: WebPage,
    async run({ tx, params, services: { origin }, audit }) {
      const { page, isChanged }: Publication = await unpublishPage(tx, params.id)
      if (isChanged) await audit(tx, 'web_page.unpublished', targetOf(page))
      return toPage(page, origin)
    },
  }),
  operation({
    id: 'web_pages.list_versions',
    http: 'GET /web-pages/:id/versions',
    tenancy: 'store',
    summary: 'List the versions of a page, newest first.',
    description: `The latest ${limits.versions}, and the one that shoppers see.`,
    params: byId,
    query: VersionFilters,
    returns: VersionList,
    async run({ tx, params, query }) {
      await requirePage(tx, params.id)
      return store.listVersions(tx, params.id, query, toVersion)
    },
  }),
  operation({
    id: 'web_pages.restore_version',
    http: 'POST /web-pages/:id/versions/:version/restore',
    ...written,
    summary: 'Make the next version of what an earlier one said.',
    description: 'Its slug stays the present one, and shoppers see it once it is published.',
    params: byVersion,
    body: SeenVersion,
    bodyOptional: true,
    returns: WebPage,
    errors: ['conflict'],
    async run({ tx, params, body, caller, services: { origin } }) {
      const page = await restoreVersion(tx, params.id, params.version, { seen: body.version, actor: actorOf(caller) })
      return toPage(page, origin)
    },
  }),
]

const targetOf = ({ id, title }: { id: string; title: string }) => ({ type: 'web_page', id, name: title })
