import { linkOptions } from '@tanstack/react-router'
import type { Days } from '../../api/reviews/moderation.ts'
import type { InboxSearch } from '../reviews/state/search.ts'

/** Opens the inbox with the withheld reviews of these days. Deleted ones are not in it. */
export const linkToWithheld = (
  storeId: string,
  { from, to }: Days,
  filter: Pick<InboxSearch, 'rating' | 'status'> = {},
) =>
  linkOptions({
    to: '/stores/$storeId/reviews',
    params: { storeId },
    search: { status: 'withheld', from, until: to, ...filter },
  })
