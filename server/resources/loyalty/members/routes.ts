import { answer } from '#platform/calls/answer.ts'
import { operation } from '#platform/calls/operation.ts'
import { byId, withExample } from '#platform/values/wire.ts'
import { readLiability } from '../liability/commands.ts'
import { ExpiryPreview, ExpiryPreviewQuery } from '../program/schema.ts'
import {
  ByEmail,
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
    plan: { feature: 'loyalty' },
    doc: {
      summary: 'Preview expiring points',
      description: 'Uses the current terms, or `days` and `startsAt` of the query. Changes nothing.',
    },
    input: { query: ExpiryPreviewQuery },
    output: { body: ExpiryPreview },
    run: ({ tx, query }) => previewExpiry(tx, query),
  }),
  operation({
    id: 'loyalty.get_liability',
    http: 'GET /loyalty/liability',
    tenancy: 'store',
    plan: { feature: 'loyalty' },
    doc: {
      summary: 'Report on outstanding points',
      description: 'Returns the points that members can spend now, and how each month changed them.',
    },
    output: { body: Liability },
    run: ({ tx }) => readLiability(tx),
  }),
  operation({
    id: 'loyalty.list_members',
    http: 'GET /loyalty/members',
    tenancy: 'store',
    plan: { feature: 'loyalty' },
    doc: {
      summary: 'List members of the loyalty programme, newest first',
      description:
        'Returns the members of the loyalty programme with their balances, newest first, one page at a time.',
    },
    tool: 'list_loyalty_members',
    input: { query: MemberFilters },
    output: { body: MemberPage },
    run: ({ tx, query }) => listMembers(tx, query),
  }),
  operation({
    id: 'loyalty.enroll_member',
    http: 'POST /loyalty/members',
    tenancy: 'store',
    plan: { feature: 'loyalty' },
    doc: {
      summary: 'Create a member of the loyalty programme',
      description:
        'An order also makes its buyer a member. An existing member is returned with 200, and a sent `birthday` replaces the stored one.',
    },
    input: { body: withExample(NewMember, { email: 'sam.kent@customer.example', birthday: '04-30' }) },
    output: {
      body: Member,
      status: 201,
      alsoAnswers: 200,
      location: '/loyalty/members/{id}',
      errors: ['program_disabled'],
    },
    async run({ tx, body }) {
      const { member, isNew } = await enrollMember(tx, body.email, body.birthday)
      return answer(isNew ? 201 : 200, member)
    },
  }),
  operation({
    id: 'loyalty.get_member_by_email',
    http: 'GET /loyalty/members/by-email/:email',
    tenancy: 'store',
    plan: { feature: 'loyalty' },
    doc: {
      summary: 'Get a member by email address',
      description: 'Finds the member with an email address, and returns their balance and tier.',
    },
    input: { params: ByEmail },
    output: { body: Member },
    transaction: 'single-query',
    run: ({ tx, params }) => readByEmail(tx, params.email),
  }),
  operation({
    id: 'loyalty.get_member',
    http: 'GET /loyalty/members/:id',
    tenancy: 'store',
    plan: { feature: 'loyalty' },
    doc: {
      summary: 'Get a member',
      description: 'Returns one member with balance, tier and the points that expire next.',
    },
    tool: 'get_loyalty_member',
    input: { params: byId },
    output: { body: Member },
    transaction: 'single-query',
    run: ({ tx, params }) => readById(tx, params.id),
  }),
  operation({
    id: 'loyalty.update_member',
    http: 'PATCH /loyalty/members/:id',
    tenancy: 'store',
    plan: { feature: 'loyalty' },
    doc: { summary: 'Update a member', description: 'Changes the birthday of a member.' },
    input: { params: byId, body: withExample(MemberChanges, { birthday: '04-30' }) },
    output: { body: Member },
    run: ({ tx, params, body }) => changeBirthday(tx, params.id, body.birthday),
  }),
  operation({
    id: 'loyalty.list_journal',
    http: 'GET /loyalty/members/:id/journal',
    tenancy: 'store',
    plan: { feature: 'loyalty' },
    doc: {
      summary: 'List the points journal of a member',
      description: 'Newest first. Lines are never changed. Their `delta` values add up to the last stored balance.',
    },
    tool: 'list_loyalty_journal',
    input: { params: byId, query: JournalQuery },
    output: { body: JournalPage },
    async run({ tx, params, query }) {
      await readById(tx, params.id)
      return store.listLines(tx, params.id, query)
    },
  }),
  operation({
    id: 'loyalty.grant_points',
    http: 'POST /loyalty/members/:id/grants',
    tenancy: 'store',
    access: { role: 'ADMIN' },
    plan: { feature: 'loyalty' },
    doc: {
      summary: 'Grant points',
      description:
        'Negative numbers deduct points. A repeat with the same `idempotencyKey` returns the first grant with 200.',
    },
    tool: 'grant_loyalty_points',
    input: {
      params: byId,
      body: withExample(NewGrant, { points: 100, reason: 'Sorry for the wait', idempotencyKey: 'wait-2026-11-20' }),
    },
    output: {
      body: Grant,
      status: 201,
      alsoAnswers: 200,
      location: '/loyalty/members/:id/journal',
      errors: ['program_disabled'],
    },
    async run({ tx, params, body, audit }) {
      const { grant, isNew } = await grantPoints(tx, audit, params.id, body)
      return answer(isNew ? 201 : 200, grant)
    },
  }),
]
