import type { Prompt } from '#platform/mcp/prompts.ts'

export const explainFeedGaps: Prompt = {
  name: 'explain_feed_gaps',
  title: 'Explain what is missing in the review feed',
  description: 'Lists reviewed products that shopping search cannot match, with the reasons and the first step.',
  arguments: [
    { name: 'storeEnvId', description: 'Id of the store. The assistant asks if it is omitted.', required: false },
  ],
  write: ({
    storeEnvId,
  }) => `Explain why reviews${storeEnvId ? ` of the store ${storeEnvId}` : ''} do not reach shopping search, and what to do first.

1. ${storeEnvId ? '' : 'Find the store with list_stores, and ask me when there are several. '}Read get_identifier_coverage and get_review_feed, then list_identifier_gaps from its first page.
2. Summarise the state in three sentences: how many variants of reviewed products can be matched, how many cannot, whether the feed is on and when it was last fetched.
3. List the ten products with the most reviews that lack an identifier: which is missing for which SKU, and where it is entered (the shop's product page, or PUT /products).
4. A GTIN whose check digit is wrong counts as missing: name those apart, they are typing mistakes.

Change nothing. Never make up an identifier.`,
}
