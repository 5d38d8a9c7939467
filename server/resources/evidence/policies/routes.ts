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
    summary: 'Get the moderation policy',
    description: 'Version 1 is built in and applies until the store saves its own.',
    returns: Policy,
    oneQuery: true,
    run: ({ tx }) => store.findInForce(tx),
  }),
  operation({
    id: 'evidence.update_policy',
    http: 'PUT /evidence/policies',
    tenancy: 'store',
    role: 'ADMIN',
    summary: 'Save the moderation policy',
    description:
      'A new text becomes a new version; an earlier text activates its version. The current text changes nothing. Versions never change, and decisions keep theirs.',
    body: withExample(NewPolicy, { text: '# What we publish\n\nEvery honest review, whatever its stars.\n' }),
    returns: Policy,
    run: ({ tx, audit, body }) => adoptPolicy(tx, audit, body.text),
  }),
  operation({
    id: 'evidence.list_policies',
    http: 'GET /evidence/policies/versions',
    tenancy: 'store',
    summary: 'List versions of the moderation policy, newest first',
    query: pageQuery({}),
    returns: page(PolicyVersion),
    oneQuery: true,
    run: ({ tx, query }) => store.list(tx, query),
  }),
  operation({
    id: 'evidence.get_policy_version',
    http: 'GET /evidence/policies/versions/:version',
    tenancy: 'store',
    summary: 'Get a version of the moderation policy',
    params: byVersion,
    returns: Policy,
    oneQuery: true,
    async run({ tx, params }) {
      const policy = await store.find(tx, params.version)
      if (!policy) throw notFound('moderation policy', String(params.version))
      return policy
    },
  }),
]
