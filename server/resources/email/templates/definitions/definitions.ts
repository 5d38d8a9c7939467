// Every mail the service writes to customers. An area that adds one adds it to the list, its words to each language in
// texts/, and a layout in layouts/ if none of these fits.
import type { Category } from '../../messages/schema.ts'
import type { layouts } from '../layouts.generated.ts'
import type { Language } from '../texts/texts.ts'
import { reviewConfirmation, reviewReply } from './answers.ts'
import { reviewReminder, reviewRequest } from './requests.ts'

export type TemplateName = keyof Language['templates']

export type Definition = {
  name: TemplateName
  description: string
  /** What it can be unsubscribed from, if anything. */
  category: Category
  layout: keyof typeof layouts
  /** Why the reader gets it. */
  reason: 'bought' | 'wrote' | 'claimed'
  /** What it is filled with, in an invented case. What is not in here, no template can name. */
  sample: Record<string, unknown>
}

export const definitions: readonly Definition[] = [reviewRequest, reviewReminder, reviewConfirmation, reviewReply]

export const findDefinition = (name: string): Definition | undefined => definitions.find((each) => each.name === name)

export function requireDefinition(name: string): Definition {
  const definition = findDefinition(name)
  if (!definition) throw new Error(`There is no mail template ${name}.`)
  return definition
}
