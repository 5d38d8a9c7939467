// Checks the fake's responses against Stripe's published document: the properties of each object and their types.
import published from './published-shapes.json' with { type: 'json' }

type Shape = { [name: string]: string | Shape }

const shapes = published.shapes as unknown as Record<string, Shape>

/**
 * Properties that the sample document lacks, because it is three months older than the pinned version or leaves out
 * expandable fields.
 */
const newer: Record<string, readonly string[]> = {
  'checkout.session': ['allowed_payment_method_types'],
  customer: ['customer_account'],
  dispute: ['intended_submission_method'],
  invoice: ['payments'],
  payment_intent: ['allowed_payment_method_types', 'payment_record'],
  product: ['tax_details'],
  setup_intent: ['allowed_payment_method_types', 'customer_account'],
  subscription_item: ['current_trial'],
  subscription_schedule: ['pause_schedules'],
}

export function differences(answer: unknown, at = ''): string[] {
  if (Array.isArray(answer)) return answer.flatMap((each, i) => differences(each, `${at}[${i}]`))
  if (typeof answer !== 'object' || answer === null) return []
  const object = answer as Record<string, unknown>
  const kind = typeof object.object === 'string' ? object.object : ''
  const shape = shapes[kind]
  const own = shape ? compare(object, shape, `${at || kind}`, kind) : []
  return [...own, ...Object.entries(object).flatMap(([name, each]) => differences(each, `${at}.${name}`))]
}

function compare(object: Record<string, unknown>, shape: Shape, at: string, kind?: string): string[] {
  const found: string[] = []
  for (const [name, value] of Object.entries(object)) {
    const expected = shape[name]
    const isNewer = kind !== undefined && newer[kind]?.includes(name)
    if (expected === undefined && !isNewer) found.push(`${at}.${name} is not published`)
    if (expected === undefined || value === null || expected === 'null') continue
    const isExpanded = expected === 'string' && typeof value === 'object' && !Array.isArray(value)
    if (typeof expected === 'string') {
      const type = Array.isArray(value) ? 'array' : typeof value
      if (type !== expected && !isExpanded) found.push(`${at}.${name} is ${type}, published as ${expected}`)
    } else if (typeof value !== 'object' && typeof value !== 'string') {
      found.push(`${at}.${name} is ${typeof value}, published as object`)
    }
  }
  return found
}

/**
 * Optional properties of the library's types. They are present only when expanded, or after an action that no test
 * performs.
 */
const optional: Record<string, readonly string[]> = {
  charge: ['refunds'],
  dispute: ['payment_method_details'],
  // This version moved an invoice's subscription below `parent`.
  invoice: ['subscription'],
  payment_intent: ['amount_details'],
  refund: ['destination_details'],
}

export function missing(answer: Record<string, unknown>): string[] {
  const kind = String(answer.object)
  return Object.keys(shapes[kind] ?? {})
    .filter((name) => !(name in answer) && !optional[kind]?.includes(name))
    .map((name) => `${kind}.${name}`)
}
