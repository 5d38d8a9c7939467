import { operation } from '#platform/calls/operation.ts'
import { listRecent } from '#platform/limits/unknown-proxies/store.ts'
import { notFound } from '#platform/values/errors.ts'
import { decideSubscriptionState, type Features, includes } from '#resources/billing/rules.ts'
import { findFacts } from '../store.ts'
import { buildAttention, buildHealth, missingMailServer, unknownProxies } from './rules.ts'
import { Attention } from './schema.ts'
import { countWaiting, findHealth } from './store.ts'

export const attentionOperations = (features: Features) => [
  operation({
    id: 'analytics.attention',
    http: 'GET /analytics/attention',
    tenancy: 'store',
    doc: {
      summary: 'List open tasks and the health of the store',
      description:
        "Lists only tasks that the caller's role and plan allow: none for a Viewer, only the renewal for an owner of a lapsed store. Counts stop at 1,000.",
    },
    output: { body: Attention },
    async run({ tx, caller, now, services: { config } }) {
      const facts = await findFacts(tx)
      if (!facts) throw notFound('store')
      const [waiting, [health], proxies] = await tx.several([
        countWaiting(tx, config.reviewFeedPartBytes),
        findHealth(tx),
        listRecent(now),
      ])
      if (!health) throw new Error('The query for the health of the store returned no row.')
      const { subscription } = facts
      const state = decideSubscriptionState(subscription, now, config.billing)
      const has = (feature: string) => {
        const least = features[feature]
        return least === undefined || includes(state.plan, least)
      }
      const around = { role: caller.role, now, subscription, state, has }
      return {
        attention: buildAttention(
          [...waiting, ...missingMailServer(config), ...unknownProxies(proxies, config)],
          around,
        ),
        health: buildHealth(health, { ...around, sendsMail: config.smtpUrl !== undefined }),
      }
    },
  }),
]
