import { FilterSelect } from '../../../components/forms/Field.tsx'
import { languageName, usualLanguages } from '../../../components/forms/languages.ts'
import { Options } from '../../../components/forms/Options.tsx'
import { useInbox } from '../state/inbox.ts'
import { type InboxOrder, type InboxSearch, orderNames } from '../state/search.ts'
import { CategorySelect } from './CategorySelect.tsx'
import { nameRating, originNames, replyNames, subjectNames } from './names.ts'
import { ProductFilter } from './ProductFilter.tsx'

type Props = { set(change: InboxSearch): void }

export function FilterFields({ set }: Props) {
  const { storeId, search } = useInbox()
  return (
    <div className="grid gap-2">
      <div className="grid grid-cols-2 gap-2 *:min-w-0 *:last:odd:col-span-2">
        <FilterSelect
          label="Sort"
          value={search.order ?? 'newest'}
          onChange={({ target: { value } }) => set({ order: value === 'newest' ? undefined : (value as InboxOrder) })}
        >
          <Options names={orderNames} />
        </FilterSelect>
        <FilterSelect
          label="Rating"
          value={search.rating ?? ''}
          onChange={(event) => set({ rating: Number(event.target.value) || undefined })}
        >
          <option value="">Any rating</option>
          {[5, 4, 3, 2, 1].map((rating) => (
            <option key={rating} value={rating}>
              {nameRating(rating)}
            </option>
          ))}
        </FilterSelect>
        <FilterSelect
          label="About"
          value={search.subject ?? 'product'}
          onChange={({ target: { value } }) => set(toSubject(value))}
        >
          <Options names={subjectNames} />
        </FilterSelect>
        {search.subject !== 'shop' && (
          <>
            <ProductFilter
              storeId={storeId}
              chosen={search.productId}
              clearLabel="Show reviews of any product"
              onChoose={(productId) => set({ productId })}
            />
            <CategorySelect
              storeId={storeId}
              chosen={search.categoryId}
              onChoose={(categoryId) => set({ categoryId })}
            />
          </>
        )}
        <FilterSelect
          label="Origin"
          value={search.origin ?? String(search.imported ?? '')}
          onChange={({ target: { value } }) =>
            set({
              imported: { true: true, false: false }[value],
              origin: value === 'shared' || value === 'all' ? value : undefined,
            })
          }
        >
          <Options names={originNames} />
        </FilterSelect>
        <FilterSelect
          label="Reply"
          value={String(search.answered ?? '')}
          // A merchant decides on pending reviews before answering them, so "unanswered" defaults to approved reviews.
          onChange={(event) =>
            set(
              event.target.value === 'false'
                ? { answered: false, status: search.status ?? 'approved' }
                : { answered: event.target.value === 'true' || undefined },
            )
          }
        >
          <Options names={replyNames} />
        </FilterSelect>
        <LanguageSelect chosen={search.language} onChoose={(language) => set({ language })} />
      </div>
      <div className="grid grid-cols-2 gap-2 *:min-w-0">
        <DayField label="From" value={search.from} max={search.until} onChange={(from) => set({ from })} />
        <DayField label="Until" value={search.until} min={search.from} onChange={(until) => set({ until })} />
      </div>
      <span className="inline-flex flex-wrap gap-x-3">
        <label className="inline-flex h-9 items-center gap-2 px-1 text-sm">
          <input
            type="checkbox"
            checked={search.photos ?? false}
            onChange={(event) => set({ photos: event.target.checked || undefined })}
          />
          With photos
        </label>
        <label className="inline-flex h-9 items-center gap-2 px-1 text-sm">
          <input
            type="checkbox"
            checked={search.reported ?? false}
            // Only published reviews can be reported, but the inbox starts with pending ones, so every status is shown.
            onChange={(event) =>
              set(event.target.checked ? { reported: true, status: 'all' } : { reported: undefined })
            }
          />
          Reported
        </label>
        <label className="inline-flex h-9 items-center gap-2 px-1 text-sm">
          <input
            type="checkbox"
            checked={search.corrected ?? false}
            // Most corrections concern published reviews, so every status is shown.
            onChange={(event) =>
              set(event.target.checked ? { corrected: true, status: 'all' } : { corrected: undefined })
            }
          />
          Corrected
        </label>
      </span>
    </div>
  )
}

/** Reviews of the shop have neither product nor category. */
const toSubject = (value: string): InboxSearch =>
  value === 'shop'
    ? { subject: 'shop', productId: undefined, categoryId: undefined }
    : { subject: value === 'all' ? 'all' : undefined }

const languages = usualLanguages
  .filter((tag) => !tag.includes('-'))
  .map((tag) => [tag, languageName(tag)] as const)
  .sort(([, one], [, other]) => one.localeCompare(other))

type LanguageProps = { chosen: string | undefined; onChoose(language: string | undefined): void }

function LanguageSelect({ chosen, onChoose }: LanguageProps) {
  const isOffered = !chosen || languages.some(([tag]) => tag === chosen)
  return (
    <FilterSelect label="Language" value={chosen ?? ''} onChange={(event) => onChoose(event.target.value || undefined)}>
      <option value="">Any language</option>
      {!isOffered && <option value={chosen}>{languageName(chosen)}</option>}
      {languages.map(([tag, name]) => (
        <option key={tag} value={tag}>
          {name}
        </option>
      ))}
    </FilterSelect>
  )
}

type DayProps = {
  label: string
  value: string | undefined
  min?: string | undefined
  max?: string | undefined
  onChange(day: string | undefined): void
}

function DayField({ label, value, onChange, ...bounds }: DayProps) {
  return (
    <label className="inline-flex h-9 items-center gap-2 rounded-lg border border-line-strong bg-surface px-2 text-sm">
      <span className="text-quiet">{label}</span>
      <input
        type="date"
        // Uncontrolled, because a half-typed date has no value. The key resets the field when the URL changes.
        key={value}
        defaultValue={value}
        {...bounds}
        onChange={(event) => onChange(event.target.value || undefined)}
        className="min-w-0 grow bg-transparent"
      />
    </label>
  )
}
