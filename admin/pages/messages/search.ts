import type { MessageFilters } from '../../api/mail/email.ts'
import { parseChoice, textIn } from '../../shell/search-values.ts'
import { readDirection, type Sorting } from '../../shell/sorting.ts'
import { stateNames } from './states.ts'

export type MessageSearch = Pick<MessageFilters, 'state' | 'template' | 'direction'>

export const sorting: Sorting<'createdAt'> = { first: 'createdAt', ways: { createdAt: 'desc' } }

export const readMessageSearch = ({ state, template, direction }: Record<string, unknown>): MessageSearch => ({
  state: parseChoice(stateNames, state),
  template: textIn(template),
  direction: readDirection(direction),
})
