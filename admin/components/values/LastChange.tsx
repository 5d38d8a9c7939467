import { Time } from './Time.tsx'

type Props = { isPublished: boolean; publishedAt: string | null; updatedAt: string }

/** A publication writes both times, so only a later change is named. */
const sameMs = 60_000

/** State and last change of a row in words, because only drafts have a badge. */
export function LastChange({ isPublished, publishedAt, updatedAt }: Props) {
  if (!isPublished)
    return (
      <span>
        Changed <Time at={updatedAt} />
      </span>
    )
  if (publishedAt !== null && Date.parse(updatedAt) - Date.parse(publishedAt) < sameMs)
    return (
      <span>
        Published <Time at={publishedAt} />
      </span>
    )
  return (
    <span>
      Published, changed <Time at={updatedAt} />
    </span>
  )
}
