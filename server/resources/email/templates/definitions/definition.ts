import type { Category } from '../../messages/schema.ts'
import type { layouts } from '../layouts/layouts.generated.ts'
import type { Language } from '../texts/language.ts'

/** Mails whose words come with each of them: a store replaces none, since none are built in. */
export type WordedName = 'sequence_mail'
export type TemplateName = keyof Language['templates'] | WordedName

export type Definition<Name extends TemplateName = TemplateName> = {
  name: Name
  description: string
  /** What it can be unsubscribed from, if anything. */
  category: Category
  layout: keyof typeof layouts
  /** Why the reader gets it. */
  reason: 'bought' | 'customer' | 'wrote' | 'claimed' | 'asked' | 'wroteTo' | 'toldOf'
  /** What it is filled with, in an invented case. What is not in here, no template can name. */
  sample: Record<string, unknown>
}
