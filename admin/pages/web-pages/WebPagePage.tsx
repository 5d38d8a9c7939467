import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { webPageQuery } from '../../api/content/web-pages.ts'
import { BackLink } from '../../components/BackLink.tsx'
import { OneLoaded } from '../../components/OneLoaded.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { PageEditor } from './PageEditor.tsx'

export function WebPagePage() {
  const storeId = useStoreId()
  const { pageId } = useParams({ from: '/signed-in/stores/$storeId/pages/$pageId' })
  const query = useQuery(webPageQuery(storeId, pageId))
  const back = (
    <BackLink to="/stores/$storeId/pages" params={{ storeId }}>
      All pages
    </BackLink>
  )
  return (
    <OneLoaded query={query} noun="page" back={back}>
      {(page) => <PageEditor key={page.id} page={page} back={back} />}
    </OneLoaded>
  )
}
