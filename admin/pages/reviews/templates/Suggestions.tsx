import { useQuery } from '@tanstack/react-query'
import { replyTemplatesQuery } from '../../../api/reviews/reply-templates.ts'
import type { Review } from '../../../api/reviews/reviews.ts'
import { useInbox } from '../state/inbox.ts'
import { fillTemplate } from './fill-template.ts'
import { suggestTemplates } from './suggest-templates.ts'

/** Saved replies of the store that suit the review's stars and text. */
export function Suggestions({ review, onPick }: { review: Review; onPick(text: string): void }) {
  const { storeId } = useInbox()
  const { data: templates = [] } = useQuery(replyTemplatesQuery(storeId))
  const suggested = suggestTemplates(templates, review)
  if (suggested.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span id="suggested" className="text-xs text-quiet">
        Suggested replies
      </span>
      <ul aria-labelledby="suggested" className="flex min-w-0 flex-wrap gap-2">
        {suggested.map(({ id, title, body }) => (
          <li key={id} className="min-w-0">
            <button
              type="button"
              title={fillTemplate(body, review)}
              onClick={() => onPick(fillTemplate(body, review))}
              className="h-8 max-w-full truncate rounded-full border border-line-strong px-3 text-sm font-medium hover:bg-hover max-sm:h-11"
            >
              {title}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
