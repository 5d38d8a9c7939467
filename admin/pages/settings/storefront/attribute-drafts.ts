import type { Attribute } from '../../../api/reviews/attributes.ts'

export type Kind = Attribute['kind']

export type Draft = {
  key: string
  id?: string
  kind: Kind
  label: string
  lowLabel?: string
  highLabel?: string
  choices: readonly string[]
  /** Number of existing choices, which cannot be removed. */
  kept?: number
}

export const toDraft = ({ id, kind, label, lowLabel, highLabel, choices }: Attribute): Draft => ({
  key: id,
  id,
  kind,
  label,
  lowLabel: lowLabel ?? '',
  highLabel: highLabel ?? '',
  choices,
  kept: choices.length,
})

export const toBody = ({ id, kind, label, lowLabel, highLabel, choices }: Draft) => ({
  ...(id !== undefined && { id }),
  kind,
  label,
  ...(kind === 'scale' ? { lowLabel: lowLabel || null, highLabel: highLabel || null } : { choices: [...choices] }),
})
