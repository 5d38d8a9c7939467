// Shows Liquid as words and chips. Every part keeps its source, so joining the parts returns the text unchanged.
import type { Template } from '../../api/mail/email-templates.ts'

export type Part = { source: string; label?: string; group?: number }

const names: Readonly<Record<string, string>> = {
  'store.name': 'Store name',
  'store.url': 'Store address',
  'customer.name': 'Customer name',
  'customer.firstName': 'First name',
  'order.number': 'Order number',
  'order.placedAt': 'Order date',
  'products[0].title': 'Product name',
  'product.title': 'Product name',
  'product.imageUrl': 'Product image',
  formUrl: 'Review form link',
  confirmUrl: 'Confirmation link',
  adminUrl: 'Link to the messages',
  appealUrl: 'Appeal link',
  unsubscribeUrl: 'Unsubscribe link',
  preferencesUrl: 'Preferences link',
  'review.title': 'Review title',
  'review.body': 'Review text',
  'review.rating': 'Star rating',
  'question.asked': 'Question asked',
  'answer.question': 'FAQ question',
  'answer.body': 'Answer',
  'gallery.name': 'Gallery name',
  count: 'Number of messages',
  'incentive.text': 'Reward',
  'incentive.terms': 'Reward terms',
  'reward.code': 'Discount code',
  'reward.text': 'Reward',
  'reward.terms': 'Reward terms',
  'decision.outcome': 'Decision',
  'decision.reason': 'Reason',
  'decision.note': 'Note',
  'reply.body': 'Your reply',
  'reply.authorName': 'Reply author',
}

const conditions: Readonly<Record<string, string>> = {
  'products.size == 1': 'If one product',
  'count == 1': 'If one message',
  "decision.outcome == 'overturned'": 'If the appeal succeeded',
  "decision.outcome == 'rejected'": 'If rejected',
}

export const nameOf = (variable: string): string => names[variable] ?? variable

/** Variables that a click can insert: values, and the title of the first product. */
export function listInsertable(variables: Template['variables']): { name: string; description: string }[] {
  const first = variables
    .filter(({ name }) => name === 'products[].title')
    .map(({ description }) => ({ name: 'products[0].title', description }))
  return [...first, ...variables.filter(({ name, sample }) => sample !== null && !name.includes('['))]
}

export const toSource = (variable: string): string => `{{ ${variable} }}`

const liquid = /\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g

/** Tags of one condition share a group, so that deleting one deletes all. */
export function parseParts(source: string): Part[] {
  const parts: Part[] = []
  const open: number[] = []
  let groups = 0
  let at = 0
  for (const { 0: found, index } of source.matchAll(liquid)) {
    if (index > at) parts.push({ source: source.slice(at, index) })
    at = index + found.length
    const [word = '', rest = ''] = readTag(found)
    if (found.startsWith('{{')) {
      parts.push({ source: found, label: nameOf(rest.split('|')[0]?.trim() ?? '') })
      continue
    }
    if (['if', 'unless', 'for', 'case'].includes(word)) open.push(++groups)
    const group = open.at(-1)
    if (word.startsWith('end')) open.pop()
    parts.push({ source: found, label: labelOfTag(word, rest), ...(group !== undefined && { group }) })
  }
  if (at < source.length) parts.push({ source: source.slice(at) })
  return parts
}

function readTag(source: string): [word: string, rest: string] {
  const inside = source.slice(2, -2).replace(/^-|-$/g, '').trim()
  if (source.startsWith('{{')) return ['', inside]
  const word = /^\w+/.exec(inside)?.[0] ?? ''
  return [word, inside.slice(word.length).trim()]
}

function labelOfTag(word: string, rest: string): string {
  if (word === 'if' || word === 'elsif') return labelOfCondition(rest)
  if (word === 'else') return 'Otherwise'
  return word === 'endif' ? 'End' : 'Code'
}

function labelOfCondition(condition: string): string {
  const known = conditions[condition]
  if (known) return known
  return /^[\w.]+$/.test(condition) ? ifGiven(nameOf(condition)) : 'If …'
}

const ifGiven = (name: string) => `If ${name} is known`

/** Uses only the first branch of each condition, for a line that names the email. */
export const readFirstBranches = (source: string): string =>
  source
    .replaceAll(/\{%-?\s*(?:else|elsif)\b[\s\S]*?\{%-?\s*end(?:if|unless)\s*-?%\}/g, '')
    .replaceAll(/\{%[\s\S]*?%\}/g, '')
    .trim()

/** Short text for lists: Liquid values as their names in brackets. */
export const nameVariables = (source: string): string =>
  parseParts(source)
    .map(({ source: text, label }) => (label === undefined ? text : `[${label}]`))
    .join('')
