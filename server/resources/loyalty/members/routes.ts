import { answer, operation } from '#platform/calls/operation.ts'
import { byId } from '#platform/values/wire.ts'
import { readLiability } from '../liability/commands.ts'
import {
  ByEmail,
  ExpiryPreview,
  ExpiryPreviewQuery,
  Grant,
  JournalPage,
  JournalQuery,
  Liability,
  Member,
  MemberChanges,
  MemberFilters,
  MemberPage,
  NewGrant,
  NewMember,
} from '../schema.ts'
import { changeBirthday, enrollMember, grantPoints, listMembers, readByEmail, readById } from './commands.ts'
import { previewExpiry } from './preview-expiry.ts'
import * as store from './store.ts'

export default [
  operation({
    id: 'loyalty.preview_expiry',
    http: 'GET /loyalty/program/expiry-preview',
    tenancy: 'store',
    plan: 'loyalty',
    summary: 'Whose points would lapse within a year, by month.',
    description: 'By the terms in force, or by `days` and `startsAt` as they would be. Nothing is changed.',
    query: ExpiryPreviewQuery,
    returns: ExpiryPreview,
    run: ({ tx, query }) => previewExpiry(tx, query),
  }),
  operation({
    id: 'loyalty.get_liability',
    http: 'GET /loyalty/liability',
    tenancy: 'store',
    plan: 'loyalty',
    summary: 'What members could spend, and by month how it came about.',
    returns: Liability,
    run: ({ tx }) => readLiability(tx),
  }),
  operation({
    id: 'loyalty.list_members',
    http: 'GET /loyalty/members',
    tenancy: 'store',
    plan: 'loyalty',
    summary: 'List members, newest first.',
    query: MemberFilters,
    returns: MemberPage,
    tool: 'list_loyalty_members',
    run: ({ tx, query }) => listMembers(tx, query),
  }),
  operation({
    id: 'loyalty.enroll_member',
    http: 'POST /loyalty/members',
    tenancy: 'store',
    plan: 'loyalty',
    summary: 'Make a member of an address that has not ordered yet.',
    description:
      'Who orders becomes a member by that. An address that is one already is answered (200), with a birthday changed.',
    body: NewMember,
    returns: Member,
    status: 201,
    alsoAnswers: 200,
    location: '/loyalty/members/{id}',
    errors: ['program_disabled'],
    async run({ tx, body }) {
      const { member, isNew } = await enrollMember(tx, body.email, body.birthday)
      return answer(isNew ? 201 : 200, member)
    },
  }),
  operation({
    id: 'loyalty.get_member_by_email',
    http: 'GET /loyalty/members/by-email/:email',
    tenancy: 'store',
    plan: 'loyalty',
    summary: 'Get the member with this address.',
    params: ByEmail,
    returns: Member,
    oneQuery: true,
    run: ({ tx, params }) => readByEmail(tx, params.email),
  }),
  operation({
    id: 'loyalty.get_member',
    http: 'GET /loyalty/members/:id',
    tenancy: 'store',
    plan: 'loyalty',
    summary: 'Get a member.',
    params: byId,
    returns: Member,
    oneQuery: true,
    tool: 'get_loyalty_member',
    run: ({ tx, params }) => readById(tx, params.id),
  }),
  operation({
    id: 'loyalty.update_member',
    http: 'PATCH /loyalty/members/:id',
    tenancy: 'store',
    plan: 'loyalty',
    summary: 'Set the birthday of a member.',
    params: byId,
    body: MemberChanges,
    returns: Member,
    run: ({ tx, params, body }) => changeBirthday(tx, params.id, body.birthday),
  }),
  operation({
    id: 'loyalty.list_journal',
    http: 'GET /loyalty/members/:id/journal',
    tenancy: 'store',
    plan: 'loyalty',
    summary: 'Every change of a balance, newest first.',
    description: 'Lines are only ever added; their `delta` sum up to the balance as it was last written down.',
    params: byId,
    query: JournalQuery,
    returns: JournalPage,
    tool: 'list_loyalty_journal',
    async run({ tx, params, query }) {
      await readById(tx, params.id)
      return store.listLines(tx, params.id, query)
    },
  }),
  operation({
    id: 'loyalty.grant_points',
    http: 'POST /loyalty/members/:id/grants',
    tenancy: 'store',
    role: 'ADMIN',
    plan: 'loyalty',
    summary: 'Give a member points, or take them, with a reason.',
    description: 'The same `idempotencyKey` again answers the first grant (200) and gives nothing more.',
    params: byId,
    body: NewGrant,
    returns: Grant,
    status: 201,
    alsoAnswers: 200,
    location: '/loyalty/members/:id/journal',
    errors: ['program_disabled'],
    tool: 'grant_loyalty_points',
    async run({ tx, params, body, audit }) {
      const { grant, isNew } = await grantPoints(tx, audit, params.id, body)
      return answer(isNew ? 201 : 200, grant)
    },
  }),
]
