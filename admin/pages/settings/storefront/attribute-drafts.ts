import type { Attribute } from '../../../api/reviews/attributes.ts'

export type Kind = Attribute['kind']

/** One that is being written; `id` is that of one which the store asks already. */
export type Draft = {
  key: string
  id?: string
  kind: Kind
  label: string
  lowLabel?: string
  highLabel?: string
  choices: readonly string[]
  /** So many choices are there already, and stay. */
  kept?: number
}

export const draftOf = ({ id, kind, label, lowLabel, highLabel, choices }: Attribute): Draft => ({
  key: id,
  id,
  kind,
  label,
  lowLabel: lowLabel ?? '',
  highLabel: highLabel ?? '',
  choices,
  kept: choices.length,
})

export const sentOf = ({ id, kind, label, lowLabel, highLabel, choices }: Draft) => ({
  ...(id !== undefined && { id }),
  kind,
  label,
  ...(kind === 'scale' ? { lowLabel: lowLabel || null, highLabel: highLabel || null } : { choices: [...choices] }),
})
