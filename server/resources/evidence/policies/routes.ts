import { operation } from '#platform/calls/operation.ts'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { notFound } from '#platform/values/errors.ts'
import { adoptPolicy } from './commands.ts'
import { byVersion, NewPolicy, Policy, PolicyVersion } from './schema.ts'
import * as store from './store.ts'

export default [
  operation({
    id: 'evidence.get_policy',
    http: 'GET /evidence/policies',
    tenancy: 'store',
    summary: 'The moderation policy that reviews are decided by.',
    description: 'Version 1 comes with the service and holds until the store writes its own.',
    returns: Policy,
    oneQuery: true,
    run: ({ tx }) => store.findInForce(tx),
  }),
  operation({
    id: 'evidence.update_policy',
    http: 'PUT /evidence/policies',
    tenancy: 'store',
    role: 'ADMIN',
    summary: 'Write the moderation policy.',
    description:
      'A new text is a new version, a text that was a version before is that version again, and the text in force changes nothing. Versions never change: decisions keep the one that was in force.',
    body: NewPolicy,
    returns: Policy,
    run: ({ tx, audit, body }) => adoptPolicy(tx, audit, body.text),
  }),
  operation({
    id: 'evidence.list_policies',
    http: 'GET /evidence/policies/versions',
    tenancy: 'store',
    summary: 'List the versions of the moderation policy, newest first.',
    query: pageQuery({}),
    returns: page(PolicyVersion),
    oneQuery: true,
    run: ({ tx, query }) => store.list(tx, query),
  }),
  operation({
    id: 'evidence.get_policy_version',
    http: 'GET /evidence/policies/versions/:version',
    tenancy: 'store',
    summary: 'Read a version of the moderation policy.',
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
