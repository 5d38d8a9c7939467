import type { Category } from '../../messages/schema.ts'
import type { layouts } from '../layouts/layouts.generated.ts'
import type { Language } from '../texts/language.ts'

export type TemplateName = keyof Language['templates']

export type Definition = {
  name: TemplateName
  description: string
  /** What it can be unsubscribed from, if anything. */
  category: Category
  layout: keyof typeof layouts
  /** Why the reader gets it. */
  reason: 'bought' | 'wrote' | 'claimed' | 'asked'
  /** What it is filled with, in an invented case. What is not in here, no template can name. */
  sample: Record<string, unknown>
}
