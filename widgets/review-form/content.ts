// What of the form goes to either endpoint.
import type { Values } from './model.ts'

export const contentOf = ({ rating, title, body, authorName, consent, homepage }: Values) => ({
  rating,
  title: title.trim(),
  body,
  authorName,
  consent,
  ...(homepage && { homepage }),
})
