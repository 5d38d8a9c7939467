import { splitAtHits } from './split-at-hits.ts'

/** Highlights what a search found in a text, ignoring case like the search. */
export function Marked({ text, found }: { text: string; found: string | undefined }) {
  if (!found) return text
  return splitAtHits(text, found).map((part, i) =>
    i % 2 === 1 ? (
      <mark key={i} className="rounded-sm bg-warn-wash text-inherit">
        {part}
      </mark>
    ) : (
      part
    ),
  )
}
