import type { MessageFilters } from '../../api/email.ts'
import { oneOf, textIn } from '../../shell/search-values.ts'
import { stateNames } from './words.ts'

export type MessageSearch = Pick<MessageFilters, 'state' | 'template'>

export const readMessageSearch = ({ state, template }: Record<string, unknown>): MessageSearch => ({
  state: oneOf(stateNames, state),
  template: textIn(template),
})
