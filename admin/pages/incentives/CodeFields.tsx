import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { shopQuery } from '../../api/shops/shops.ts'
import { SelectField, TextField } from '../../components/forms/Field.tsx'
import { Options } from '../../components/forms/Options.tsx'
import { Notice } from '../../components/Notice.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import type { CodeDraft } from './code-draft.ts'

const codeNames: Record<CodeDraft['codes'], string> = {
  platform: 'Codes created in my shop',
  pool: 'Codes that I add',
  shared: 'One code for everyone',
}
const codeHints: Record<CodeDraft['codes'], string> = {
  platform: 'For each reward, the connected shop creates a code that works for one order.',
  pool: 'Each customer gets one of the codes you add.',
  shared: 'Everyone gets the same code and can share it.',
}
const typeNames: Record<CodeDraft['type'], string> = {
  percent: 'Percentage off',
  fixed_amount: 'Amount off',
  free_shipping: 'Free shipping',
}

type Props = { draft: CodeDraft; set(change: Partial<CodeDraft>): void; error(path: string): string | undefined }

export function CodeFields({ draft, set, error }: Props) {
  return (
    <>
      <SelectField
        label="Codes"
        hint={codeHints[draft.codes]}
        value={draft.codes}
        error={error('/codes')}
        onChange={(event) => set({ codes: event.target.value as CodeDraft['codes'] })}
      >
        <Options names={codeNames} />
      </SelectField>
      {draft.codes === 'shared' && (
        <TextField
          label="The code"
          required
          maxLength={64}
          spellCheck={false}
          value={draft.code}
          error={error('/code')}
          onChange={(event) => set({ code: event.target.value })}
        />
      )}
    </>
  )
}

const money = { inputMode: 'decimal', pattern: '[0-9]{1,15}(\\.[0-9]{1,6})?', maxLength: 22 } as const

export function ShopCodeFields({ draft, set, error }: Props) {
  const { type, amount, currency, minimumTotal, validDays } = draft
  const hasCurrency = type === 'fixed_amount' || minimumTotal !== ''
  return (
    <fieldset className="grid gap-4 rounded-lg border border-line p-4">
      <legend className="px-1 text-sm font-semibold">Value of a code</legend>
      <ShopNotice />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Discount"
          value={type}
          error={error('/value/type')}
          onChange={(event) => set({ type: event.target.value as CodeDraft['type'] })}
        >
          <Options names={typeNames} />
        </SelectField>
        {type !== 'free_shipping' && (
          <TextField
            {...money}
            label={type === 'percent' ? 'Per cent' : 'Amount'}
            title="A decimal number with a point such as 5.00"
            required
            className="tabular-nums"
            value={amount}
            error={error('/value/amount')}
            onChange={(event) => set({ amount: event.target.value.trim() })}
          />
        )}
        <TextField
          {...money}
          label="Minimum order value"
          hint="Leave blank for none."
          title="A decimal number with a point such as 40.00"
          className="tabular-nums"
          value={minimumTotal}
          error={error('/value/minimumTotal')}
          onChange={(event) => set({ minimumTotal: event.target.value.trim() })}
        />
        {hasCurrency && (
          <TextField
            label="Currency"
            hint="Use the currency of your shop, because the shop refuses codes in other currencies."
            required
            pattern="[A-Z]{3}"
            title="Three capital letters such as EUR"
            maxLength={3}
            value={currency}
            error={error('/value/currency')}
            onChange={(event) => set({ currency: event.target.value.toUpperCase() })}
          />
        )}
        <TextField
          label="Days valid"
          hint="From the day the code is created. Leave blank for no end."
          type="number"
          min={1}
          max={730}
          value={validDays}
          error={error('/value/validDays')}
          onChange={(event) => set({ validDays: event.target.value })}
        />
      </div>
    </fieldset>
  )
}

function ShopNotice() {
  const storeId = useStoreId()
  const { data: shop } = useQuery(shopQuery(storeId))
  if (shop === undefined) return null
  const isUsable = shop !== null && shop.platform !== 'custom'
  if (isUsable && shop.status === 'active') return null
  return (
    <Notice tone="warn">
      {isUsable
        ? 'The connected shop is not available. Rewards wait until it can create codes.'
        : 'No shop is connected that could create codes.'}{' '}
      <Link to="/stores/$storeId/settings/shop" params={{ storeId }} className="font-medium underline">
        Open the shop’s connection
      </Link>
    </Notice>
  )
}
