import { Link } from '@tanstack/react-router'
import type { Gallery } from '../../api/content/galleries.ts'
import { useStoreId } from '../../shell/store/use-store.ts'

/** Places a link above the one that covers the whole card. */
const linkLook = 'relative z-10 underline decoration-line-strong underline-offset-4 hover:decoration-text'

/** Leaves out pages of the shop that contain the gallery's snippet, because the service does not know them. */
export function Places({ gallery: { placementCount, webPageCount } }: { gallery: Gallery }) {
  const storeId = useStoreId()
  const placements = placementCount > 0 && (
    <Link to="/stores/$storeId/placements" params={{ storeId }} className={linkLook}>
      {placementCount === 1 ? 'one placement' : `${placementCount} placements`}
    </Link>
  )
  const pages = webPageCount > 0 && (
    <Link to="/stores/$storeId/pages" params={{ storeId }} className={linkLook}>
      {webPageCount === 1 ? 'one page' : `${webPageCount} pages`}
    </Link>
  )
  if (placements && pages)
    return (
      <>
        In {placements} and {pages}
      </>
    )
  if (!placements && !pages) return 'No placement or page'
  return <>In {placements || pages}</>
}
