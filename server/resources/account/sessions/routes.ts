import { Type } from 'typebox'
import type { Session as Found } from '#platform/auth/users.ts'
import { answer } from '#platform/calls/answer.ts'
import { operation } from '#platform/calls/operation.ts'
import { page, pageOfAll, pageQuery } from '#platform/calls/paging/page.ts'
import type { Services } from '#platform/calls/services.ts'
import type { Caller } from '#platform/identity/caller.ts'
import { toClient } from '#platform/identity/client.ts'
import type { Incoming } from '#platform/identity/incoming.ts'
import { notFound } from '#platform/values/errors.ts'
import { byId } from '#platform/values/wire.ts'
import { recordAct } from '../sign-in/commands.ts'
import { Session, SessionsEnded } from './schema.ts'

export default [
  operation({
    id: 'account.list_sessions',
    http: 'GET /account/sessions',
    tenancy: 'organization',
    access: { role: 'VIEWER', session: true, personal: true },
    doc: {
      summary: 'List sessions, newest first',
      description:
        'Returns the open sessions of the caller with their device and last use, newest first, one page at a time.',
    },
    input: { query: pageQuery({}) },
    output: { body: page(Session) },
    transaction: 'manual',
    async run({ services, caller, query, request }) {
      const own = await currentId(services, request)
      const all = (await listSessions(services, caller)).map((each) => toSession(each, own))
      return pageOfAll(
        all,
        query,
        ({ createdAt, id }) => ({ at: createdAt, id }),
        (row) => row,
      )
    },
  }),
  operation({
    id: 'account.end_session',
    http: 'DELETE /account/sessions/:id',
    tenancy: 'organization',
    access: { role: 'VIEWER', session: true, personal: true },
    doc: { summary: 'End a session', description: 'Signs the caller out of one session.' },
    input: { params: byId },
    transaction: 'manual-across',
    async run({ db, services, caller, params, request }) {
      const isSeen = (await listSessions(services, caller)).some(({ id }) => id === params.id)
      if (!isSeen || (await services.users.endSessions(caller.id, { only: params.id })) === 0)
        throw notFound('session', params.id)
      await recordAct(db, { userId: caller.id, action: 'session.ended', client: toClient(request) })
      return undefined
    },
  }),
  operation({
    id: 'account.end_sessions',
    http: 'DELETE /account/sessions',
    tenancy: 'organization',
    access: { role: 'VIEWER', session: true, personal: true },
    doc: {
      summary: 'End all sessions',
      description: 'Also ends the session that makes the request, unless `keepCurrent` is true.',
    },
    input: {
      query: Type.Object({
        keepCurrent: Type.Optional(
          Type.Boolean({ description: 'Whether to keep the session that makes the request.' }),
        ),
      }),
    },
    output: { body: SessionsEnded },
    transaction: 'manual-across',
    async run({ db, services, caller, query, request }) {
      const { users } = services
      const own = query.keepCurrent ? await currentId(services, request) : undefined
      const ended = await endAll(services, caller, own)
      await recordAct(db, {
        userId: caller.id,
        action: 'session.all_ended',
        client: toClient(request),
        details: { ended },
      })
      const cookies = own === undefined ? await users.signOut(request.cookies) : []
      return answer(200, { ended }, { 'set-cookie': cookies })
    },
  }),
]

/** A session that an organization's identity provider opened can list and end only sessions of that organization. */
const listSessions = async ({ users }: Services, { id, vouchedBy }: Caller) =>
  (await users.listSessions(id)).filter(({ organizationId }) => vouchedBy === undefined || organizationId === vouchedBy)

async function endAll(services: Services, caller: Caller, except: string | undefined): Promise<number> {
  const { users } = services
  if (caller.vouchedBy === undefined) return users.endSessions(caller.id, except === undefined ? undefined : { except })
  const seen = (await listSessions(services, caller)).filter(({ id }) => id !== except)
  const ended = await Promise.all(seen.map(({ id }) => users.endSessions(caller.id, { only: id })))
  return ended.reduce((sum, each) => sum + each, 0)
}

const currentId = async ({ users }: Services, { cookies }: Incoming) => (await users.findSession(cookies))?.session.id

const toSession = (each: Found, own: string | undefined) => ({
  id: each.id,
  current: each.id === own,
  createdAt: each.createdAt.toISOString(),
  lastUsedAt: each.lastUsedAt.toISOString(),
  expiresAt: each.expiresAt.toISOString(),
  address: each.address || null,
  userAgent: each.userAgent || null,
})
