import type { Texts } from '#locales/texts.ts'
import type { Category } from '../messages/schema.ts'
import type { layouts } from '../templates/layouts/layouts.generated.ts'

/**
 * Mails whose texts come from the area that sends them. They have no built-in texts that a store's template could
 * replace.
 */
export type WordedName = 'sequence_mail' | 'team_mail'
export type TemplateName = keyof Texts<'mails'>['templates'] | WordedName

export type Definition<Name extends TemplateName = TemplateName> = {
  name: Name
  description: string
  category: Category
  layout: keyof typeof layouts
  reason: 'bought' | 'customer' | 'wrote' | 'claimed' | 'asked' | 'wroteTo' | 'toldOf' | 'turnedOn'
  /** Days after which the whole message is deleted. Without it, messages are stored as long as their links work. */
  keptDays?: number
  /** Sample data. Templates cannot use variables that the sample lacks. */
  sample: Record<string, unknown>
}
