import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { read } from '../../../../widgets/api.ts'
import { looks, renderLeadForm } from '../../../../widgets/gallery/lead-form.ts'
import { spokenIn } from '../../../../widgets/gallery/parts.ts'
import styles from '../../../../widgets/gallery/styles.css?inline'
import { renderSection } from '../../../../widgets/gallery/view.ts'
import { make } from '../../../../widgets/make.ts'
import { wear } from '../../../../widgets/styles.ts'
import { storefrontSettingsQuery } from '../../../api/content/storefront.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'
import type { FormDraft } from './form-draft.ts'

export function FormPreview({ draft, reader }: { draft: FormDraft; reader: string }) {
  const place = useRef<HTMLDivElement>(null)
  const { data: settings } = useQuery(storefrontSettingsQuery(useStoreId()))
  const theme = settings?.theme
  useEffect(() => {
    const host = place.current
    if (!host || !draft.enabled) return
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
    wear(root, styles)
    wear(root, looks)
    const spoken = spokenIn(reader || 'en')
    const { locale, language } = spoken
    const form = renderLeadForm({ make, read }, { id: '', shop: undefined, form: toShownForm(draft), locale, language })
    root.replaceChildren(renderSection(spoken, theme, form))
  }, [draft, reader, theme])
  if (!draft.enabled) return <p className="text-sm text-quiet">The form is off. Shoppers see only the photos.</p>
  return <div ref={place} className="min-h-0! min-w-0" />
}

const toShownForm = (draft: FormDraft) => ({
  enabled: true,
  title: draft.title.trim() || null,
  intro: draft.intro.trim() || null,
  buttonLabel: draft.buttonLabel.trim() || null,
  successText: draft.successText.trim() || null,
  consentText: draft.consentText.trim() || '…',
  privacyUrl: /^https?:\/\//.test(draft.privacyUrl) ? draft.privacyUrl : null,
  fields: draft.fields,
})
