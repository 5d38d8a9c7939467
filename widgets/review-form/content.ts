import { toAnswers, type Values } from './model.ts'

/** Removes NUL and lone surrogates, which pasted or truncated text may contain. */
const clean = (text: string) => text.replace(/[\0\p{Cs}]/gu, '').trim()

export const toContent = ({ rating, title, body, authorName, consent, homepage, answers, relationship }: Values) => ({
  rating,
  title: clean(title),
  body: clean(body),
  authorName: clean(authorName),
  consent,
  ...(homepage && { homepage }),
  ...(relationship && { relationship }),
  attributes: toAnswers(answers),
})
