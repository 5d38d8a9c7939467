// A new mail needs its texts in each language, and its layout if no existing one fits.

import {
  faqAnswer,
  reviewAppeal,
  reviewBuyersOnly,
  reviewConfirmation,
  reviewReceipt,
  reviewRejected,
  reviewReply,
  reviewReward,
} from './answers.ts'
import type { Definition, TemplateName, WordedName } from './definition.ts'
import { leadConfirmation, leadNotice } from './leads.ts'
import { reviewReminder, reviewRequest } from './requests.ts'
import { sequenceMail } from './sequences.ts'
import { teamMail } from './team.ts'

export const definitions: readonly Definition<Exclude<TemplateName, WordedName>>[] = [
  reviewRequest,
  reviewReminder,
  reviewConfirmation,
  reviewReply,
  reviewReceipt,
  reviewBuyersOnly,
  reviewRejected,
  reviewAppeal,
  faqAnswer,
  reviewReward,
  leadConfirmation,
  leadNotice,
]

export const findDefinition = (name: string): Definition | undefined => definitions.find((each) => each.name === name)

export function requireDefinition(name: string): Definition {
  const definition = [...definitions, sequenceMail, teamMail].find((each) => each.name === name)
  if (!definition) throw new Error(`The mail template ${name} does not exist.`)
  return definition
}
