// What of the form goes to either endpoint.
import { toAnswers, type Values } from './model.ts'

/** Without what no text holds: pasted, or half of a character that a program cut. */
const clean = (text: string) => text.replace(/[\0\p{Cs}]/gu, '').trim()

export const contentOf = ({ rating, title, body, authorName, consent, homepage, answers }: Values) => ({
  rating,
  title: clean(title),
  body: clean(body),
  authorName: clean(authorName),
  consent,
  ...(homepage && { homepage }),
  attributes: toAnswers(answers),
})
