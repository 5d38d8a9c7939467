import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { createGallery, type GalleryLayout, galleriesKey } from '../../api/content/galleries.ts'
import { MakeDialog } from '../../components/dialogs/MakeDialog.tsx'
import { SelectField, TextField } from '../../components/forms/Field.tsx'
import { Options } from '../../components/forms/Options.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { layoutNames } from './names.ts'

export function NewGalleryDialog({ onClose }: { onClose(): void }) {
  const storeId = useStoreId()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [title, setTitle] = useState('')
  const [layout, setLayout] = useState<GalleryLayout>('grid')
  return (
    <MakeDialog
      title="Create gallery"
      paths={['/name', '/title']}
      queryKey={galleriesKey(storeId)}
      label="Make it"
      make={() => createGallery(storeId, { name, title: title || null, layout })}
      onMade={({ id }) =>
        void navigate({ to: '/stores/$storeId/galleries/$galleryId', params: { storeId, galleryId: id } })
      }
      onClose={onClose}
    >
      {(error) => (
        <>
          <TextField
            label="Name"
            hint="Only for people of your store. Shoppers do not see it."
            dir="auto"
            required
            maxLength={120}
            value={name}
            error={error('/name')}
            onChange={(event) => setName(event.target.value)}
          />
          <TextField
            label="Title"
            hint="Text above the photos. Optional."
            dir="auto"
            maxLength={150}
            value={title}
            error={error('/title')}
            onChange={(event) => setTitle(event.target.value)}
          />
          <SelectField
            label="Layout"
            value={layout}
            onChange={(event) => setLayout(event.target.value as GalleryLayout)}
          >
            <Options names={layoutNames} />
          </SelectField>
        </>
      )}
    </MakeDialog>
  )
}
