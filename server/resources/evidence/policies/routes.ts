import { operation } from '#platform/calls/operation.ts'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { notFound } from '#platform/values/errors.ts'
import { withExample } from '#platform/values/wire.ts'
import { adoptPolicy } from './commands.ts'
import { byVersion, NewPolicy, Policy, PolicyVersion } from './schema.ts'
import * as store from './store.ts'

export default [
  operation({
    id: 'evidence.get_policy',
    http: 'GET /evidence/policies',
    tenancy: 'store',
    doc: {
      summary: 'Get the moderation policy',
      description: 'Version 1 is built in and applies until the store saves its own.',
    },
    output: { body: Policy },
    transaction: 'single-query',
    run: ({ tx }) => store.findInForce(tx),
  }),
  operation({
    id: 'evidence.update_policy',
    http: 'PUT /evidence/policies',
    tenancy: 'store',
    access: { role: 'ADMIN' },
    doc: {
      summary: 'Save the moderation policy',
      description:
        'A new text creates a version. An earlier text activates its version again. Sending the current text again has no effect. Versions never change, and each decision keeps its version.',
    },
    input: {
      body: withExample(NewPolicy, { text: '# What we publish\n\nEvery honest review, whatever its stars.\n' }),
    },
    output: { body: Policy },
    run: ({ tx, audit, body }) => adoptPolicy(tx, audit, body.text),
  }),
  operation({
    id: 'evidence.list_policies',
    http: 'GET /evidence/policies/versions',
    tenancy: 'store',
    doc: {
      summary: 'List versions of the moderation policy, newest first',
      description: 'Returns all versions of the moderation policy, newest first, one page at a time.',
    },
    input: { query: pageQuery({}) },
    output: { body: page(PolicyVersion) },
    transaction: 'single-query',
    run: ({ tx, query }) => store.list(tx, query),
  }),
  operation({
    id: 'evidence.get_policy_version',
    http: 'GET /evidence/policies/versions/:version',
    tenancy: 'store',
    doc: {
      summary: 'Get a version of the moderation policy',
      description: 'Returns one version of the moderation policy with its text and digest.',
    },
    input: { params: byVersion },
    output: { body: Policy },
    transaction: 'single-query',
    async run({ tx, params }) {
      const policy = await store.find(tx, params.version)
      if (!policy) throw notFound('moderation policy', String(params.version))
      return policy
    },
  }),
]
