import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type Gallery, newLeadsQuery } from '../../api/content/galleries.ts'
import { Segments } from '../../components/Segments.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { type GalleryView, galleryViews } from './search.ts'

export function ViewChoice({ gallery, view }: { gallery: Gallery; view: GalleryView }) {
  const navigate = useNavigate()
  const { data: count = 0 } = useQuery(newLeadsQuery(useStoreId(), gallery.id))
  const leads = count > 0 ? `${galleryViews.leads} (${count} new)` : galleryViews.leads
  return (
    <div className="sideways">
      <Segments
        label="Show"
        value={view}
        options={[
          ['photos', galleryViews.photos],
          ['form', galleryViews.form],
          ['leads', leads],
        ]}
        onChange={(next) => void navigate({ to: '.', search: { view: next === 'photos' ? undefined : next } })}
      />
    </div>
  )
}
