import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { galleryQuery } from '../../api/content/galleries.ts'
import { BackLink } from '../../components/BackLink.tsx'
import { OneLoaded } from '../../components/OneLoaded.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { GalleryEditor } from './GalleryEditor.tsx'

export function GalleryPage() {
  const storeId = useStoreId()
  const { galleryId } = useParams({ from: '/signed-in/stores/$storeId/galleries/$galleryId' })
  const { view = 'photos' } = useSearch({ from: '/signed-in/stores/$storeId/galleries/$galleryId' })
  const query = useQuery(galleryQuery(storeId, galleryId))
  const back = (
    <BackLink to="/stores/$storeId/galleries" params={{ storeId }}>
      All galleries
    </BackLink>
  )
  return (
    <OneLoaded query={query} noun="gallery" back={back}>
      {(gallery) => <GalleryEditor key={gallery.id} gallery={gallery} back={back} view={view} />}
    </OneLoaded>
  )
}
