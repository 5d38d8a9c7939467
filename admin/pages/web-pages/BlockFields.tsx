import { useInfiniteQuery } from '@tanstack/react-query'
import { faqsQuery } from '../../api/content/faqs.ts'
import { galleriesQuery } from '../../api/content/galleries.ts'
import type { WebPageBlock } from '../../api/content/web-pages.ts'
import { Field, SelectField, TextField } from '../../components/forms/Field.tsx'
import { NumberField } from '../../components/forms/NumberField.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { ProductsField } from '../products/PlacesField.tsx'

type Props = {
  block: WebPageBlock
  error(path: string): string | undefined
  onChange(change: Partial<WebPageBlock>): void
}

export function BlockFields({ block, error, onChange }: Props) {
  switch (block.type) {
    case 'markdown':
      return (
        <Field label="Text" hint="Markdown: **bold**, # headings, - lists, [links](https://…)." error={error('/text')}>
          {(control) => (
            <textarea
              {...control}
              dir="auto"
              rows={6}
              required
              maxLength={20_000}
              className="control h-auto py-2 font-mono text-sm"
              value={block.text ?? ''}
              onChange={(event) => onChange({ text: event.target.value })}
            />
          )}
        </Field>
      )
    case 'reviews':
      return (
        <>
          <SelectField
            label="Reviews of"
            value={block.subject ?? 'product'}
            error={error('/subject')}
            onChange={({ target: { value } }) =>
              onChange(value === 'shop' ? { subject: 'shop', productIds: [] } : { subject: 'product' })
            }
          >
            <option value="product">Products</option>
            <option value="shop">The shop itself</option>
          </SelectField>
          {block.subject !== 'shop' && (
            <ProductsField
              label="Products"
              hint="Leave blank for reviews of all products."
              most={100}
              chosen={block.productIds ?? []}
              error={error('/productIds')}
              onChange={(productIds) => onChange({ productIds })}
            />
          )}
          <NumberField
            label="Immediately"
            unit="reviews"
            hint="Links on the page show more reviews. All approved reviews are included, with any rating."
            min={1}
            max={50}
            value={block.limit ?? 20}
            error={error('/limit')}
            onChange={(limit) => onChange({ limit })}
          />
        </>
      )
    case 'faqs':
      return <GroupField group={block.group ?? ''} onChange={(group) => onChange({ group: group || null })} />
    case 'gallery':
      return (
        <GalleryField
          galleryId={block.galleryId ?? ''}
          error={error('/galleryId')}
          onChange={(galleryId) => onChange({ galleryId })}
        />
      )
    case 'products':
      return (
        <ProductsField
          label="Products"
          hint="Shown in this order. Only active products are shown."
          most={100}
          chosen={block.productIds ?? []}
          error={error('/productIds')}
          onChange={(productIds) => onChange({ productIds })}
        />
      )
    case 'button':
      return (
        <>
          <TextField
            label="Label"
            dir="auto"
            required
            maxLength={120}
            value={block.label ?? ''}
            error={error('/label')}
            onChange={(event) => onChange({ label: event.target.value })}
          />
          <TextField
            label="Leads to"
            hint="https://…, mailto:…, tel:…, or /… within your shop."
            required
            maxLength={2000}
            spellCheck={false}
            value={block.url ?? ''}
            error={error('/url')}
            onChange={(event) => onChange({ url: event.target.value })}
          />
        </>
      )
  }
}

function GroupField({ group, onChange }: { group: string; onChange(group: string): void }) {
  const list = useInfiniteQuery(faqsQuery(useStoreId(), {}))
  const known = (list.data?.pages ?? []).flatMap(({ data }) => data.flatMap((faq) => faq.group ?? []))
  const groups = [...new Set([...known, ...(group ? [group] : [])])].sort()
  return (
    <SelectField
      label="Group"
      hint="Questions about single products are left out."
      value={group}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">All groups</option>
      {groups.map((each) => (
        <option key={each} value={each}>
          {each}
        </option>
      ))}
    </SelectField>
  )
}

type GalleryProps = { galleryId: string; error: string | undefined; onChange(galleryId: string): void }

function GalleryField({ galleryId, error, onChange }: GalleryProps) {
  const list = useInfiniteQuery(galleriesQuery(useStoreId(), {}))
  const galleries = (list.data?.pages ?? []).flatMap(({ data }) => data)
  const chosen = galleries.find(({ id }) => id === galleryId)
  const hint =
    list.data && galleries.length === 0
      ? 'There is no gallery yet.'
      : chosen?.status === 'draft'
        ? 'This gallery is a draft. The page shows it once you publish the gallery.'
        : undefined
  return (
    <SelectField
      label="Gallery"
      required
      hint={hint}
      value={galleryId}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="" disabled>
        Choose one
      </option>
      {galleries.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
      {galleryId !== '' && !chosen && <option value={galleryId}>A gallery that is not listed</option>}
    </SelectField>
  )
}
