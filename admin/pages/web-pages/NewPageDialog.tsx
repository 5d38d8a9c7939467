import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { createWebPage, type WebPageKind, webPagesKey } from '../../api/content/web-pages.ts'
import { MakeDialog } from '../../components/dialogs/MakeDialog.tsx'
import { SelectField, TextField } from '../../components/forms/Field.tsx'
import { Options } from '../../components/forms/Options.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { buildSlug, kindNames, slugPattern } from './names.ts'

export function NewPageDialog({ onClose }: { onClose(): void }) {
  const storeId = useStoreId()
  const navigate = useNavigate()
  const [title, setTitle] = useState('')
  const [slug, setSlug] = useState<string>()
  const [kind, setKind] = useState<WebPageKind>('reviews')
  return (
    <MakeDialog
      title="Create page"
      paths={['/title', '/slug']}
      queryKey={webPagesKey(storeId)}
      label="Make it"
      make={() => createWebPage(storeId, { kind, title, slug: slug ?? buildSlug(title) })}
      onMade={({ id }) => void navigate({ to: '/stores/$storeId/pages/$pageId', params: { storeId, pageId: id } })}
      onClose={onClose}
    >
      {(error) => (
        <>
          <TextField
            label="Title"
            hint="The heading of the page, and its title in search results."
            dir="auto"
            required
            maxLength={150}
            value={title}
            error={error('/title')}
            onChange={(event) => setTitle(event.target.value)}
          />
          <TextField
            label="Address"
            hint="The end of its address: small letters a-z, digits and single hyphens."
            required
            maxLength={80}
            pattern={slugPattern}
            title="Small letters a-z, digits and single hyphens"
            spellCheck={false}
            autoCapitalize="none"
            value={slug ?? buildSlug(title)}
            error={error('/slug')}
            onChange={(event) => setSlug(event.target.value)}
          />
          <SelectField label="About" value={kind} onChange={(event) => setKind(event.target.value as WebPageKind)}>
            <Options names={kindNames} />
          </SelectField>
        </>
      )}
    </MakeDialog>
  )
}
