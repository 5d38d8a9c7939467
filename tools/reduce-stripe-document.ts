// Reduces the samples in Stripe's public OpenAPI repository (openapi/fixtures3.json) to the properties and types of the
// objects that the fake returns, without texts. Run it again when the pinned version changes: node bin/run.mjs
// tools/reduce-stripe-document.ts FIXTURES.json DATE > test/support/fakes/stripe/published-shapes.json
import { readFileSync } from 'node:fs'

const kinds = [
  'billing_portal.session',
  'charge',
  'checkout.session',
  'customer',
  'dispute',
  'invoice',
  'invoice_payment',
  'line_item',
  'payment_intent',
  'price',
  'product',
  'refund',
  'setup_intent',
  'subscription',
  'subscription_item',
  'subscription_schedule',
]

type Shape = { [name: string]: string | Shape }

const [path, date] = process.argv.slice(2)
if (!path || !date) throw new Error('reduce-stripe-document FIXTURES.json DATE')
const { resources } = JSON.parse(readFileSync(path, 'utf8')) as { resources: Record<string, unknown> }
const shapes = Object.fromEntries(kinds.map((kind) => [kind, reduceShape(resources[kind], 3)]))
process.stdout.write(
  `${JSON.stringify({ source: 'https://github.com/stripe/openapi openapi/fixtures3.json', date, shapes }, null, 1)}\n`,
)

/** Maps with the caller's own names, such as `metadata`, stay unchanged. */
function reduceShape(value: unknown, depth: number): Shape | string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value !== 'object') return typeof value
  const entries = Object.entries(value)
  if (depth === 0 || entries.length === 0) return 'object'
  return Object.fromEntries(
    entries.map(([name, each]) => [name, name === 'metadata' ? 'object' : reduceShape(each, depth - 1)]),
  )
}
