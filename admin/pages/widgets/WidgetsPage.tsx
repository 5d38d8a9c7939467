import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { shopSummaryQuery } from '../../api/reviews/settings.ts'
import { Button, buttonClass } from '../../components/Button.tsx'
import { Loading } from '../../components/EmptyState.tsx'
import { SelectField } from '../../components/forms/Field.tsx'
import { useCopy } from '../../components/forms/use-copy.ts'
import { useSettled } from '../../components/forms/use-settled.ts'
import { Card, Page } from '../../components/Page.tsx'
import { Segments } from '../../components/Segments.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { OptionFields } from './OptionFields.tsx'
import { renderPage } from './preview-page.ts'
import { SnippetCard, useSnippet } from './SnippetCard.tsx'
import { GalleryField, NoProducts, SampleProduct, useGalleries, useSamples } from './SubjectField.tsx'
import { isOfProduct, isOfShop, pickAttributes, type SnippetChoice } from './snippet.ts'
import { WidgetPicker } from './WidgetPicker.tsx'
import { WidgetPreview } from './WidgetPreview.tsx'
import { WidgetTabs } from './WidgetTabs.tsx'
import { type Widget, widgetOf } from './widgets.ts'

export function WidgetsPage() {
  const { widget = 'reviews' } = useSearch({ from: '/signed-in/stores/$storeId/widgets' })
  const storeId = useStoreId()
  return (
    <Page
      title="Widgets"
      intro="Pick a widget, preview it with your reviews, and copy the code."
      actions={
        <Link to="/stores/$storeId/settings/storefront" params={{ storeId }} className={buttonClass()}>
          Colors and fonts
        </Link>
      }
    >
      <div className="grid gap-4">
        <WidgetTabs />
        <WidgetPicker chosen={widget} />
        <Configurator key={widget} widget={widgetOf(widget)} />
      </div>
    </Page>
  )
}

function Configurator({ widget }: { widget: Widget }) {
  const [attributes, setAttributes] = useState<Record<string, string>>({})
  const [properties, setProperties] = useState<Record<string, string>>({})
  const [about, setAbout] = useState<string>()
  const [subject, setSubject] = useState<SnippetChoice['subject']>()
  const preview = useRef<HTMLDivElement>(null)
  const samples = useSamples()
  const galleries = useGalleries()
  const shop = useQuery(shopSummaryQuery(useStoreId()))
  const product = about ?? samples.products[0]?.platformProductId
  const gallery = about ?? galleries.galleries[0]?.id
  const chosen: SnippetChoice = {
    ...{ attributes, properties, subject, product },
    ...(widget.about === 'gallery' && { about: gallery }),
  }
  const snippet = useSnippet(widget, chosen)
  const isAboutProduct = isOfProduct(widget, chosen)
  const findCount = (id: string | undefined) =>
    samples.products.find(({ platformProductId }) => platformProductId === id)?.rating.count
  const hasOptions = widget.attributes.length + widget.properties.length > 0
  return (
    <div className="grid min-w-0 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
      <div className="grid min-w-0 gap-4">
        <Card title={widget.title}>
          <div className="@container grid gap-5 p-5 pt-3">
            <p className="text-quiet">{widget.meaning}</p>
            {(widget.about === 'store' || widget.ofShop) && (
              <SelectField
                label="Reviews of"
                value={subject ?? ''}
                onChange={({ target: { value } }) =>
                  setSubject(value === 'product' || value === 'shop' ? value : undefined)
                }
              >
                {widget.about === 'store' && <option value="">All products</option>}
                <option value={widget.about === 'store' ? 'product' : ''}>Product shown on the page</option>
                {widget.ofShop && <option value="shop">The shop itself</option>}
              </SelectField>
            )}
            {isAboutProduct && samples.products.length === 0 && !samples.isLoading && <NoProducts />}
            {widget.about === 'gallery' && (
              <GalleryField
                value={gallery ?? ''}
                options={galleries.galleries}
                isLoading={galleries.isLoading}
                onChange={setAbout}
              />
            )}
            {hasOptions && (
              <OptionFields
                widget={widget}
                isOfShop={isOfShop(widget, chosen)}
                attributes={attributes}
                style={properties}
                onAttribute={(name, value) => setAttributes({ ...attributes, [name]: value })}
                onStyle={(name, value) => setProperties({ ...properties, [name]: value })}
              />
            )}
          </div>
        </Card>
        {/* On phones the preview is below all fields. */}
        <div className="sticky bottom-0 z-10 -mx-4 grid grid-cols-2 gap-2 border-t border-line bg-surface px-4 py-2.5 sm:-mx-8 sm:px-8 lg:hidden">
          <Button icon="chevronDown" onClick={() => preview.current?.scrollIntoView({ behavior: 'smooth' })}>
            Preview
          </Button>
          <CopyCode code={snippet.code} />
        </div>
      </div>
      <div ref={preview} className="grid min-w-0 scroll-mt-4 gap-6">
        {widget.element && (
          <PreviewCard
            widget={widget}
            element={widget.element}
            chosen={chosen}
            code={snippet.code}
            subject={isAboutProduct ? product : widget.about === 'gallery' ? gallery : ''}
            reviews={
              isOfShop(widget, chosen)
                ? shop.data?.count
                : findCount(isAboutProduct ? product : samples.products[0]?.platformProductId)
            }
            isLoading={samples.isLoading || galleries.isLoading}
            sample={
              isAboutProduct &&
              samples.products.length > 0 && (
                <SampleProduct value={product ?? ''} options={samples.products} onChange={setAbout} />
              )
            }
          />
        )}
        <SnippetCard widget={widget} snippet={snippet} chosen={chosen} />
      </div>
    </div>
  )
}

const devices = [
  ['desktop', 'Desktop'],
  ['phone', 'Phone'],
] as const

const schemes = [
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const

type PreviewProps = {
  widget: Widget
  element: string
  chosen: SnippetChoice
  code: string
  subject: string | undefined
  reviews: number | undefined
  isLoading: boolean
  sample: ReactNode
}

function PreviewCard({ widget, element, chosen, code, subject, reviews, isLoading, sample }: PreviewProps) {
  const storeId = useStoreId()
  const [scheme, setScheme] = useState<'light' | 'dark'>('light')
  const [device, setDevice] = useState<'desktop' | 'phone'>('desktop')
  const settled = JSON.parse(useSettled(JSON.stringify(chosen))) as SnippetChoice
  const said = Object.fromEntries(Object.entries(settled.properties).filter(([, value]) => value !== ''))
  return (
    <Card
      title="Preview"
      actions={
        <>
          <div className="ml-2 flex grow flex-wrap justify-end gap-2">
            {sample}
            <CopyCode code={code} />
          </div>
          <div className="flex basis-full flex-wrap gap-2">
            <Segments label="Device of the preview" value={device} options={devices} onChange={setDevice} />
            <Segments label="Color scheme of the preview" value={scheme} options={schemes} onChange={setScheme} />
          </div>
        </>
      }
    >
      <div className="grid gap-4 pt-3">
        {reviews === 0 && explainEmpty(widget, chosen) && (
          <p className="px-5 text-sm text-quiet">{explainEmpty(widget, chosen)}</p>
        )}
        {subject === undefined ? (
          isLoading ? (
            <Loading rows={2} />
          ) : (
            <p className="px-5 pb-5 text-sm text-quiet">There is nothing to preview yet.</p>
          )
        ) : (
          <div className={`border-t border-line ${device === 'phone' ? 'mx-auto w-full max-w-[375px] border-x' : ''}`}>
            <WidgetPreview
              shown={{
                script: widget.script,
                element,
                attributes: {
                  ...pickAttributes(settled),
                  store: storeId,
                  ...(isOfProduct(widget, chosen) && { product: subject }),
                  ...(isOfShop(widget, chosen) && { subject: 'shop' }),
                  ...(widget.about === 'gallery' && { gallery: subject }),
                },
                properties: said,
                css: renderPage(widget, scheme),
                scheme,
              }}
            />
          </div>
        )}
      </div>
    </Card>
  )
}

function CopyCode({ code }: { code: string }) {
  const { isCopied, copy } = useCopy(code)
  return (
    <Button size="small" look="primary" icon={isCopied ? 'check' : 'copy'} onClick={copy}>
      <span aria-live="polite">{isCopied ? 'Copied' : 'Copy code'}</span>
    </Button>
  )
}

function explainEmpty(widget: Widget, chosen: SnippetChoice): string | undefined {
  const { script, about } = widget
  if (isOfShop(widget, chosen))
    return script === 'review-form'
      ? undefined
      : script === 'reviews'
        ? 'The shop has no approved reviews yet, so visitors see this.'
        : 'The shop has no approved reviews yet, so visitors see nothing.'
  if (script === 'stars') return 'Nothing is shown: empty stars would look like a bad rating.'
  if (script === 'reviews') return 'This product has no approved reviews yet, so visitors see this.'
  return about === 'store' ? 'There are no approved reviews yet, so visitors see nothing.' : undefined
}
