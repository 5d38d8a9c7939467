import { invalidField } from '#platform/values/errors.ts'
import { cleanLine } from '../rules.ts'
import type { Answer, Attribute, AttributeAnswer, AttributeSummary, AttributesOfOne } from './schema.ts'

export type AttributeRow = Omit<Attribute, 'choices'> & { choices: string[] | null }

type Said = AttributesOfOne['attributes'][number]
export type AttributeDraft = Omit<AttributeRow, 'id' | 'categoryId'> & { id: string | undefined }

export function readAttributes(said: readonly Said[], present: readonly AttributeRow[]): AttributeDraft[] {
  const labels = new Set<string>()
  return said.map((each, i) => {
    const at = (field: string) => `/attributes/${i}/${field}`
    const label = cleanLine(each.label)
    if (label === '') throw invalidField(at('label'), 'is empty')
    if (labels.has(label.toLowerCase())) throw invalidField(at('label'), 'is asked twice')
    labels.add(label.toLowerCase())
    const before = present.find(({ id }) => id === each.id)
    if (each.id !== undefined && !before) throw invalidField(at('id'), 'is not one of these; leave it out to add one')
    if (before && before.kind !== each.kind)
      throw invalidField(at('kind'), 'cannot change: reviews have answered it. Remove it and add another')
    if (each.kind === 'scale') {
      if (each.choices?.length) throw invalidField(at('choices'), 'belongs to a choice, not to a scale')
      const [lowLabel, highLabel] = [cleanLine(each.lowLabel ?? '') || null, cleanLine(each.highLabel ?? '') || null]
      return { id: each.id, kind: each.kind, label, lowLabel, highLabel, choices: null }
    }
    if (each.lowLabel || each.highLabel) throw invalidField(at('lowLabel'), 'belongs to a scale, not to a choice')
    return {
      id: each.id,
      kind: each.kind,
      label,
      lowLabel: null,
      highLabel: null,
      choices: parseChoices(each, before, at),
    }
  })
}

function parseChoices(
  { choices = [] }: Said,
  before: AttributeRow | undefined,
  at: (field: string) => string,
): string[] {
  const cleaned = choices.map(cleanLine)
  if (cleaned.length < 2) throw invalidField(at('choices'), 'needs two or more')
  if (cleaned.includes('')) throw invalidField(at('choices'), 'has an empty one')
  if (new Set(cleaned.map((each) => each.toLowerCase())).size < cleaned.length)
    throw invalidField(at('choices'), 'has one twice')
  if (before?.choices && cleaned.length < before.choices.length)
    throw invalidField(at('choices'), 'cannot lose one: reviews have chosen it. It may be renamed, and more may follow')
  return cleaned
}

export const toAttribute = ({ choices, ...row }: AttributeRow): Attribute => ({ ...row, choices: choices ?? [] })

export type AnswerValues = Record<string, number>

/** Returns the answers as stored, or null if there are none. Throws 400 for an answer that does not fit its question. */
export function readAnswers(
  said: readonly Answer[],
  known: readonly Pick<AttributeRow, 'id' | 'kind' | 'choices'>[],
): AnswerValues | null {
  const values: AnswerValues = {}
  for (const [i, { id: given, value }] of said.entries()) {
    const id = given.toLowerCase()
    const asked = known.find((each) => each.id === id)
    if (!asked) throw invalidField(`/attributes/${i}/id`, 'is no attribute of this store')
    if (id in values) throw invalidField(`/attributes/${i}/id`, 'is answered twice')
    const fits = asked.kind === 'scale' ? value >= 1 && value <= 5 : value >= 0 && value < (asked.choices?.length ?? 0)
    if (!fits) throw invalidField(`/attributes/${i}/value`, 'must be one of its answers')
    values[id] = value
  }
  return said.length === 0 ? null : values
}

export type SaidAttribute = { label: string; kind: Attribute['kind']; value: number; choice: string | null }

export function answersByWords(said: readonly SaidAttribute[], asked: readonly AttributeRow[]): AnswerValues | null {
  const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
  const values: AnswerValues = {}
  for (const { label, kind, value, choice } of said) {
    const its = asked.find((each) => each.kind === kind && isSame(each.label, label) && !(each.id in values))
    if (!its) continue
    const place = kind === 'scale' ? value : (its.choices ?? []).findIndex((each) => isSame(each, choice ?? ''))
    if (kind === 'scale' ? place >= 1 && place <= 5 : place >= 0) values[its.id] = place
  }
  return Object.keys(values).length > 0 ? values : null
}

export type AnsweredRow = Omit<AttributeAnswer, 'choice'> & { choices: string[] | null }

export const toAnswered = ({ choices, ...row }: AnsweredRow): AttributeAnswer => ({
  ...row,
  choice: row.kind === 'choice' ? (choices?.[row.value] ?? null) : null,
})

export type CountedAnswer = { id: string; value: number; count: number }

export function summarizeAnswers(
  asked: readonly AttributeRow[],
  counted: readonly CountedAnswer[],
): AttributeSummary[] {
  return asked.map(({ id, kind, label, lowLabel, highLabel, choices }) => {
    const own = counted.filter((each) => each.id === id)
    const count = own.reduce((sum, each) => sum + each.count, 0)
    const sum = own.reduce((all, { value, count }) => all + value * count, 0)
    return {
      id,
      kind,
      label,
      lowLabel,
      highLabel,
      count,
      average: kind === 'scale' && count > 0 ? Math.floor((200 * sum + count) / (2 * count)) / 100 : null,
      choices: (choices ?? []).map((choice, i) => ({
        label: choice,
        count: own.find(({ value }) => value === i)?.count ?? 0,
      })),
    }
  })
}
