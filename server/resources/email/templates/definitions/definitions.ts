// Every mail the service writes to customers. An area that adds one adds it to the list, its words to each language in
// texts/, and a layout in layouts/ if none of these fits.

import { faqAnswer, reviewConfirmation, reviewReply, reviewReward } from './answers.ts'
import type { Definition } from './definition.ts'
import { reviewReminder, reviewRequest } from './requests.ts'

export const definitions: readonly Definition[] = [
  reviewRequest,
  reviewReminder,
  reviewConfirmation,
  reviewReply,
  faqAnswer,
  reviewReward,
]

export const findDefinition = (name: string): Definition | undefined => definitions.find((each) => each.name === name)

export function requireDefinition(name: string): Definition {
  const definition = findDefinition(name)
  if (!definition) throw new Error(`There is no mail template ${name}.`)
  return definition
}
