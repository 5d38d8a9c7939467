import { changeItem, type GalleryItem, galleriesKey } from '../../api/content/galleries.ts'
import { ownAddress } from '../../api/photo-address.ts'
import { TextField } from '../../components/forms/Field.tsx'
import { TranslatedText, Translations } from '../../components/forms/Translations.tsx'
import { EditDialog } from '../../shell/EditDialog.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { useDraft } from '../../shell/use-draft.ts'
import { ProductsField } from '../products/PlacesField.tsx'

type Props = { galleryId: string; item: GalleryItem; onClose(): void }
type Draft = Pick<GalleryItem, 'productIds' | 'translations'> & { caption: string; alt: string }

const toDraft = ({ caption, alt, productIds, translations }: GalleryItem): Draft => ({
  ...{ caption: caption ?? '', alt: alt ?? '', productIds, translations },
})
const toBody = (draft: Draft) => ({ ...draft, caption: draft.caption || null, alt: draft.alt || null })

export function ItemDialog({ galleryId, item, onClose }: Props) {
  const storeId = useStoreId()
  const drafting = useDraft({ name: `photo ${item.id}`, row: item, toDraft, toBody })
  const { draft, set, changes } = drafting
  return (
    <EditDialog
      title="About this photo"
      drafting={drafting}
      paths={['/caption', '/alt', '/productIds', '/translations']}
      queryKey={galleriesKey(storeId)}
      saveLabel="Save"
      save={() => changeItem(storeId, galleryId, item.id, changes)}
      said={() => 'Saved.'}
      onClose={onClose}
    >
      {(error) => (
        <div className="grid gap-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
          <img
            src={ownAddress(item.cardUrl ?? item.url)}
            alt=""
            width={item.width ?? 640}
            height={item.height ?? 640}
            className="h-auto max-h-60 w-full rounded-lg bg-plain-wash object-contain"
          />
          <div className="grid content-start gap-4">
            <TextField
              label="Caption"
              hint="Shown below the photo when it is opened."
              dir="auto"
              maxLength={300}
              value={draft.caption}
              error={error('/caption')}
              onChange={(event) => set({ caption: event.target.value })}
            />
            <TextField
              label="Alt text"
              hint="Describes the photo for people who cannot see it."
              dir="auto"
              maxLength={300}
              value={draft.alt}
              error={error('/alt')}
              onChange={(event) => set({ alt: event.target.value })}
            />
            <Translations
              translations={draft.translations}
              error={error}
              onChange={(translations) => set({ translations })}
            >
              {({ language, texts, set: setTexts, error: errorIn }) => (
                <>
                  <TranslatedText
                    label="Caption"
                    language={language}
                    own={draft.caption}
                    maxLength={300}
                    value={texts.caption}
                    error={errorIn('/caption')}
                    onChange={(caption) => setTexts({ caption })}
                  />
                  <TranslatedText
                    label="Alt text"
                    language={language}
                    own={draft.alt}
                    maxLength={300}
                    value={texts.alt}
                    error={errorIn('/alt')}
                    onChange={(alt) => setTexts({ alt })}
                  />
                </>
              )}
            </Translations>
            <ProductsField
              label="Products"
              hint="Products in the photo: up to 10, with links when the photo is opened."
              most={10}
              chosen={draft.productIds}
              error={error('/productIds')}
              onChange={(productIds) => set({ productIds })}
            />
          </div>
        </div>
      )}
    </EditDialog>
  )
}
