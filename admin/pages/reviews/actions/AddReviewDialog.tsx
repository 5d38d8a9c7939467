import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { addReview, reviewsKey } from '../../../api/reviews/reviews.ts'
import { Button } from '../../../components/Button.tsx'
import { MakeDialog } from '../../../components/dialogs/MakeDialog.tsx'
import { Field, SelectField, TextField } from '../../../components/forms/Field.tsx'
import { languageName, usualLanguages } from '../../../components/forms/languages.ts'
import { ProductPicture } from '../../../components/ProductPicture.tsx'
import { toast } from '../../../components/toasts.ts'
import { useInbox } from '../state/inbox.ts'

const ProductDialog = lazy(() =>
  import('../filters/ProductDialog.tsx').then((loaded) => ({ default: loaded.ProductDialog })),
)

const paths = ['/productId', '/rating', '/title', '/body', '/authorName', '/authorEmail', '/locale']
const empty = { rating: 5, title: '', body: '', authorName: '', authorEmail: '', locale: '' }

export function AddReviewDialog({ onClose }: { onClose(): void }) {
  const { storeId } = useInbox()
  const navigate = useNavigate()
  const [product, setProduct] = useState<{ id: string; name: string }>()
  const [words, setWords] = useState(empty)
  const set = (change: Partial<typeof empty>) => setWords({ ...words, ...change })
  const make = () => {
    const { title, locale, ...others } = words
    return addReview(storeId, {
      ...others,
      ...(product && { productId: product.id }),
      ...(title.trim() && { title }),
      ...(locale && { locale }),
    })
  }
  return (
    <MakeDialog
      title="Add a review"
      label="Add review"
      paths={paths}
      queryKey={reviewsKey(storeId)}
      make={make}
      onMade={({ id }) => {
        toast('Review added')
        onClose()
        void navigate({ to: '/stores/$storeId/reviews/$reviewId', params: { storeId, reviewId: id }, search: {} })
      }}
      onClose={onClose}
    >
      {(error) => (
        <>
          <p className="text-sm text-quiet">
            For a review that reached you by letter, phone or email. It is pending until you approve it.
          </p>
          <ProductField product={product} onChoose={setProduct} error={error('/productId')} />
          <SelectField
            label="Rating"
            value={words.rating}
            error={error('/rating')}
            onChange={(event) => set({ rating: Number(event.target.value) })}
          >
            {[5, 4, 3, 2, 1].map((rating) => (
              <option key={rating} value={rating}>
                {rating} {rating === 1 ? 'star' : 'stars'}
              </option>
            ))}
          </SelectField>
          <TextField
            label="Title (optional)"
            maxLength={150}
            value={words.title}
            error={error('/title')}
            onChange={(event) => set({ title: event.target.value })}
          />
          <Field label="Review" error={error('/body')}>
            {(control) => (
              <textarea
                {...control}
                rows={4}
                required
                maxLength={5000}
                value={words.body}
                onChange={(event) => set({ body: event.target.value })}
                className="control h-auto py-2"
              />
            )}
          </Field>
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label="Name"
              hint="Shown with the review."
              required
              maxLength={80}
              value={words.authorName}
              error={error('/authorName')}
              onChange={(event) => set({ authorName: event.target.value })}
            />
            <TextField
              label="Email address"
              hint="Never shown. We look for an order of this address."
              type="email"
              required
              maxLength={320}
              value={words.authorEmail}
              error={error('/authorEmail')}
              onChange={(event) => set({ authorEmail: event.target.value })}
            />
          </div>
          <SelectField
            label="Language"
            value={words.locale}
            error={error('/locale')}
            onChange={(event) => set({ locale: event.target.value })}
          >
            <option value="">Unknown</option>
            {usualLanguages.map((tag) => (
              <option key={tag} value={tag}>
                {languageName(tag)}
              </option>
            ))}
          </SelectField>
        </>
      )}
    </MakeDialog>
  )
}

type ProductFieldProps = {
  product: { id: string; name: string } | undefined
  error: string | undefined
  onChoose(product: { id: string; name: string }): void
}

function ProductField({ product, error, onChoose }: ProductFieldProps) {
  const { storeId } = useInbox()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="grid gap-1.5">
      <span className="text-sm font-medium">Product</span>
      <span className="flex min-w-0 items-center gap-3">
        {product && (
          <>
            <ProductPicture productId={product.id} title={product.name} />
            <span className="min-w-0 truncate">{product.name}</span>
          </>
        )}
        <Button size="small" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
          {product ? 'Choose another product' : 'Choose a product'}
        </Button>
      </span>
      {error && <p className="text-sm text-danger">{product ? error : 'Choose a product.'}</p>}
      {isOpen && (
        <Suspense>
          <ProductDialog
            storeId={storeId}
            shownFirst={{}}
            onClose={() => setIsOpen(false)}
            onChoose={(id, name) => {
              setIsOpen(false)
              onChoose({ id, name })
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
