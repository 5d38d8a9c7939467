import { changeFaq, createFaq, type Faq, faqsKey } from '../../api/content/faqs.ts'
import { Field, TextField } from '../../components/forms/Field.tsx'
import { OwnLanguageField, TranslatedText, Translations } from '../../components/forms/Translations.tsx'
import { EditDialog } from '../../shell/EditDialog.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { useDraft } from '../../shell/use-draft.ts'
import { CategoriesField, ProductsField } from '../products/PlacesField.tsx'
import { toBody, toDraft } from './draft.ts'
import { Preview } from './Preview.tsx'

const paths = ['/question', '/answer', '/group', '/productIds', '/categoryIds', '/locale', '/translations']

export function FaqDialog({ faq, onClose }: { faq?: Faq; onClose(): void }) {
  const storeId = useStoreId()
  const drafting = useDraft({ name: `faq ${faq?.id ?? 'new'}`, row: faq, toDraft, toBody })
  const { draft, set, base, changes } = drafting
  const isPublished = base?.status === 'published'
  return (
    <EditDialog
      title={faq ? 'Edit the FAQ' : 'Write an FAQ'}
      drafting={drafting}
      paths={paths}
      queryKey={faqsKey(storeId)}
      saveLabel={isPublished ? 'Save' : 'Save as a draft'}
      {...(!isPublished && {
        also: { label: 'Save and publish', isReady: Boolean(draft.question.trim() && draft.answer.trim()) },
      })}
      save={(isPublishing) => {
        const status = isPublishing ? ({ status: 'published' } as const) : {}
        // Sends changes only. If all products of an FAQ were deleted, its list is empty, and sending it would mean all products.
        return base
          ? changeFaq(storeId, base.id, { ...changes, ...status, updatedAt: base.updatedAt })
          : createFaq(storeId, { ...toBody(draft), ...status })
      }}
      said={({ status }) => (status === 'published' ? 'Saved. Shoppers see it now.' : 'Saved as a draft.')}
      onClose={onClose}
    >
      {(error) => (
        <>
          <TextField
            label="Question"
            dir="auto"
            required
            maxLength={300}
            value={draft.question}
            error={error('/question')}
            onChange={(event) => set({ question: event.target.value })}
          />
          <AnswerField value={draft.answer} error={error('/answer')} onChange={(answer) => set({ answer })} />
          <TextField
            label="Group"
            hint="Heading for several FAQs, such as Shipping. Leave blank for none."
            dir="auto"
            maxLength={80}
            value={draft.group}
            error={error('/group')}
            onChange={(event) => set({ group: event.target.value })}
          />
          <OwnLanguageField locale={draft.locale} error={error('/locale')} onChange={(locale) => set({ locale })} />
          <Translations
            translations={draft.translations}
            error={error}
            onChange={(translations) => set({ translations })}
          >
            {({ language, texts, set: setTexts, error: errorIn }) => (
              <>
                <TranslatedText
                  label="Question"
                  language={language}
                  own={draft.question}
                  maxLength={300}
                  value={texts.question}
                  error={errorIn('/question')}
                  onChange={(question) => setTexts({ question })}
                />
                <TranslatedText
                  label="Answer"
                  language={language}
                  own={draft.answer}
                  rows={5}
                  maxLength={10_000}
                  value={texts.answer}
                  error={errorIn('/answer')}
                  onChange={(answer) => setTexts({ answer })}
                />
                {texts.answer?.trim() && <Preview markdown={texts.answer} />}
                <TranslatedText
                  label="Group"
                  language={language}
                  own={draft.group}
                  maxLength={80}
                  value={texts.group}
                  error={errorIn('/group')}
                  onChange={(group) => setTexts({ group })}
                />
              </>
            )}
          </Translations>
          <ProductsField
            label="Products"
            hint="Products this FAQ is about. Leave products and categories blank to show it everywhere."
            most={100}
            chosen={draft.productIds}
            error={error('/productIds')}
            onChange={(productIds) => set({ productIds })}
          />
          <CategoriesField
            label="Categories"
            hint="Applies to all products in these categories."
            most={100}
            chosen={draft.categoryIds}
            error={error('/categoryIds')}
            onChange={(categoryIds) => set({ categoryIds })}
          />
        </>
      )}
    </EditDialog>
  )
}

type AnswerProps = { value: string; error?: string | undefined; onChange(value: string): void }

export function AnswerField({ value, error, onChange }: AnswerProps) {
  return (
    <>
      <Field label="Answer" hint="Markdown: **bold**, - lists, [links](https://…)." error={error}>
        {(control) => (
          <textarea
            {...control}
            dir="auto"
            required
            rows={6}
            maxLength={10_000}
            className="control h-auto py-2"
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
      {value.trim() !== '' && <Preview markdown={value} />}
    </>
  )
}
