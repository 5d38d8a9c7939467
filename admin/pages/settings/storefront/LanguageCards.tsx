import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type ReviewSettings,
  reviewSettingsQuery,
  setReviewSettings,
  translationQuery,
} from '../../../api/reviews/languages.ts'
import { Button } from '../../../components/Button.tsx'
import { Switch } from '../../../components/forms/Choice.tsx'
import { SelectField } from '../../../components/forms/Field.tsx'
import { languageName } from '../../../components/forms/languages.ts'
import { Loaded } from '../../../components/Loaded.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { Card } from '../../../components/Page.tsx'
import { toast } from '../../../components/toasts.ts'
import { useRole, useStoreId } from '../../../shell/store/use-store.ts'
import { DigestPreview } from './DigestPreview.tsx'
import { TranslationTest } from './TranslationTest.tsx'
import { locales } from './theme-options.ts'

const most = 10

function useSaving() {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: Partial<Pick<ReviewSettings, 'translate' | 'digest'>>) => setReviewSettings(storeId, change),
    onSuccess: async (settings) => {
      queryClient.setQueryData(reviewSettingsQuery(storeId).queryKey, settings)
      await queryClient.invalidateQueries({ queryKey: translationQuery(storeId).queryKey })
      toast('Saved.')
    },
  })
}

export function LanguageCards() {
  const query = useQuery(reviewSettingsQuery(useStoreId()))
  return (
    <Loaded query={query}>
      {(settings) => (
        <>
          <TranslationCard settings={settings} />
          <DigestCard settings={settings} />
        </>
      )}
    </Loaded>
  )
}

function TranslationCard({ settings: { translate } }: { settings: ReviewSettings }) {
  const storeId = useStoreId()
  const isAdmin = useRole().isAtLeast('ADMIN')
  const { data: state } = useQuery(translationQuery(storeId))
  const saving = useSaving()
  const isStill = !isAdmin || saving.isPending
  const others = locales.filter((tag) => !translate.includes(tag))
  return (
    <Card title="Machine translation">
      <div className="grid gap-5 p-5 pt-3">
        <p className="max-w-prose text-sm text-quiet">
          A machine translates approved reviews whose language is known. Shoppers see that it did, and can show the
          original. Search engines, feeds and proofs get the original only.
        </p>
        {state && state.engine === null && (
          <Notice icon="globe">
            This installation has no translation engine yet, so nothing is translated. The operator sets TRANSLATE_URL.{' '}
            <a
              href="/docs/guides/languages#engines"
              target="_blank"
              rel="noopener"
              className="font-medium underline underline-offset-4"
            >
              See how
            </a>
          </Notice>
        )}
        <fieldset disabled={isStill} className="grid min-w-0 gap-3">
          <legend className="pb-2 text-sm font-medium">Languages shoppers can read</legend>
          {translate.length === 0 && <p className="text-sm text-quiet">No languages yet.</p>}
          <ul className="flex flex-wrap gap-2">
            {translate.map((tag) => (
              <li
                key={tag}
                className="flex items-center gap-2 rounded-lg border border-line bg-plain-wash py-1 pr-1 pl-3 text-sm"
              >
                {languageName(tag)}
                <Button
                  size="small"
                  look="quiet"
                  icon="cross"
                  aria-label={`Stop translating into ${languageName(tag)}`}
                  onClick={() => saving.mutate({ translate: translate.filter((each) => each !== tag) })}
                />
              </li>
            ))}
          </ul>
          {translate.length < most && others.length > 0 && (
            <div className="max-w-xs">
              <SelectField
                label="Add a language"
                value=""
                onChange={(event) => saving.mutate({ translate: [...translate, event.target.value] })}
              >
                <option value="">Choose…</option>
                {others.map((tag) => (
                  <option key={tag} value={tag}>
                    {languageName(tag)}
                  </option>
                ))}
              </SelectField>
            </div>
          )}
        </fieldset>
        {saving.error && <Notice tone="danger">{saving.error.message}</Notice>}
        {translate.length > 0 && state?.engine && <Progress {...state} />}
        {isAdmin && state?.engine && <TranslationTest />}
      </div>
    </Card>
  )
}

const mostCounted = 10_000

function Progress({ waiting, isQueueing }: { waiting: number; isQueueing: boolean }) {
  const text = isQueueing
    ? 'Older reviews are being queued.'
    : waiting === 0
      ? 'All reviews are translated.'
      : waiting >= mostCounted
        ? 'More than 10,000 translations are left to make.'
        : waiting === 1
          ? 'One translation is left to make.'
          : `${waiting} translations are left to make.`
  return (
    <p role="status" className="text-sm text-quiet">
      {text}
    </p>
  )
}

function DigestCard({ settings: { digest } }: { settings: ReviewSettings }) {
  const isAdmin = useRole().isAtLeast('ADMIN')
  const saving = useSaving()
  return (
    <Card title="Customers’ own words">
      <div className="grid gap-5 p-5 pt-3">
        <Switch
          label="Show sentences of reviews above the list"
          hint="Up to six sentences exactly as customers wrote them, for products with at least 10 reviews. Low, middle and high ratings appear in proportion, so criticism is never left out."
          isOn={(saving.isPending ? saving.variables.digest : undefined) ?? digest}
          isDisabled={!isAdmin || saving.isPending}
          onChange={(isOn) => saving.mutate({ digest: isOn })}
        />
        {saving.error && <Notice tone="danger">{saving.error.message}</Notice>}
        <DigestPreview />
      </div>
    </Card>
  )
}
