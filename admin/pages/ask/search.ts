import { parseChoice } from '../../shell/search-values.ts'

export const ways = { people: 'Email addresses', file: 'Order file', code: 'Link and QR code' }
export type Way = keyof typeof ways

export type AskSearch = { by?: Way | undefined }

export const readAskSearch = ({ by }: Record<string, unknown>): AskSearch => ({ by: parseChoice(ways, by) })
