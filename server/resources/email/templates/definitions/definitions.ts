// Every mail the service writes to customers. An area that adds one adds it to the list, its words to each language in
// texts/, and a layout in layouts/ if none of these fits.

import { faqAnswer, reviewAppeal, reviewConfirmation, reviewRejected, reviewReply, reviewReward } from './answers.ts'
import type { Definition, TemplateName, WordedName } from './definition.ts'
import { leadConfirmation, leadNotice } from './leads.ts'
import { reviewReminder, reviewRequest } from './requests.ts'
import { sequenceMail } from './sequences.ts'

/** Those that a store may word anew. */
export const definitions: readonly Definition<Exclude<TemplateName, WordedName>>[] = [
  reviewRequest,
  reviewReminder,
  reviewConfirmation,
  reviewReply,
  reviewRejected,
  reviewAppeal,
  faqAnswer,
  reviewReward,
  leadConfirmation,
  leadNotice,
]

export const findDefinition = (name: string): Definition | undefined => definitions.find((each) => each.name === name)

export function requireDefinition(name: string): Definition {
  const definition = [...definitions, sequenceMail].find((each) => each.name === name)
  if (!definition) throw new Error(`There is no mail template ${name}.`)
  return definition
}
