import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { changeShop, type Identifiers, previewIdentifiers, type Shop } from '../../../../api/shops/shops.ts'
import { Button } from '../../../../components/Button.tsx'
import { errorAt, remainingError } from '../../../../components/forms/field-errors.ts'
import { SaveBar } from '../../../../components/forms/SaveBar.tsx'
import { Notice } from '../../../../components/Notice.tsx'
import { Card } from '../../../../components/Page.tsx'
import { toast } from '../../../../components/toasts.ts'
import { useRole, useStoreId } from '../../../../shell/store/use-store.ts'
import { identifierNames, sourceText } from '../parts/identifier-sources.ts'
import { PreviewTable } from '../parts/PreviewTable.tsx'
import { SourceField } from '../parts/SourceField.tsx'
import { useShopChange } from '../parts/use-shop-change.ts'

const kinds = ['gtin', 'mpn', 'brand', 'group'] as const

export function IdentifiersCard({ shop }: { shop: Shop }) {
  const { isAtLeast } = useRole()
  return (
    <Card title="Identifiers">
      <div className="grid gap-5 px-5 pt-2 pb-5">
        <p className="max-w-[44rem] text-sm text-quiet">
          Shopping engines match reviews to products by GTIN, or by MPN and brand. We look at the variant first, then at
          the product. Products with the same group can show their reviews together.
        </p>
        {isAtLeast('ADMIN') ? <IdentifiersForm shop={shop} /> : <IdentifierFacts shop={shop} />}
      </div>
    </Card>
  )
}

function IdentifiersForm({ shop }: { shop: Shop }) {
  const [changed, setChanged] = useState<Partial<Identifiers>>({})
  const draft: Identifiers = { ...shop.identifiers, ...changed }
  const { gtin, mpn, brand, group } = draft
  const asSent: Identifiers = {
    gtin: trimmed(gtin),
    mpn: trimmed(mpn),
    brand: trimmed(brand),
    group: trimmed(group),
  }
  const isChanged = kinds.some((kind) => asSent[kind] !== shop.identifiers[kind])
  const previewing = useShopPreview(shop)
  const saving = useShopChange(
    (storeId, identifiers: Identifiers) => changeShop(storeId, shop.id, { identifiers }),
    () => {
      setChanged({})
      toast('Saved. Reading the shop with these settings.')
    },
  )
  const problem = saving.error ?? previewing.error
  const paths = kinds.map((kind) => `/identifiers/${kind}`)
  const beside = remainingError(problem, paths)
  const forget = () => {
    saving.reset()
    previewing.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate(asSent)
  }
  const preview = (form: HTMLFormElement | null) => {
    if (form?.reportValidity()) previewing.mutate(asSent)
  }
  return (
    <form onSubmit={submit} className="grid gap-5">
      <div className="grid gap-4 sm:grid-cols-2">
        {kinds.map((kind) => (
          <SourceField
            key={kind}
            platform={shop.platform}
            label={identifierNames[kind]}
            value={draft[kind]}
            error={errorAt(problem, `/identifiers/${kind}`)}
            onChange={(source) => {
              setChanged({ ...changed, [kind]: source })
              forget()
            }}
          />
        ))}
      </div>
      <Button
        className="justify-self-start"
        isBusy={previewing.isPending}
        onClick={(event) => preview(event.currentTarget.form)}
      >
        {previewing.isPending ? 'Asking the shop …' : 'Try on ten products'}
      </Button>
      {beside && <Notice tone="danger">{beside}</Notice>}
      {previewing.data && <PreviewTable preview={previewing.data} />}
      <SaveBar
        isChanged={isChanged}
        isBusy={saving.isPending}
        error={saving.error?.message}
        onDiscard={() => {
          setChanged({})
          forget()
        }}
      />
    </form>
  )
}

/** A key may contain spaces, so only spaces after a colon and at the end are removed, and only before sending. */
const trimmed = (source: string | null) => source?.replace(/:\s+/, ':').trimEnd() ?? null

function useShopPreview(shop: Shop) {
  const storeId = useStoreId()
  return useMutation({
    mutationFn: (identifiers: Identifiers) => previewIdentifiers(storeId, shop.id, identifiers),
  })
}

function IdentifierFacts({ shop: { platform, identifiers } }: { shop: Shop }) {
  return (
    <dl className="grid gap-4 text-sm sm:grid-cols-2">
      {kinds.map((kind) => (
        <div key={kind} className="grid content-start gap-0.5">
          <dt className="text-xs text-quiet">{identifierNames[kind]}</dt>
          <dd className="font-medium break-words">{sourceText(platform, identifiers[kind])}</dd>
        </div>
      ))}
    </dl>
  )
}
