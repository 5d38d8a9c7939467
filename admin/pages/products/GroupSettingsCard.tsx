import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { changeGroupSettings, type GroupSettings, groupSettingsQuery } from '../../api/product-groups.ts'
import { Loaded } from '../../components/Loaded.tsx'
import { shownLocale } from '../../components/locale.ts'
import { Notice } from '../../components/Notice.tsx'
import { Card } from '../../components/Page.tsx'
import { toast } from '../../components/toasts.ts'
import { useRole, useStoreId } from '../../shell/store/use-store.ts'

export function GroupSettingsCard() {
  const query = useQuery(groupSettingsQuery(useStoreId()))
  return (
    <Card title="Automatic groups">
      <Loaded query={query} rows={2}>
        {(settings) => <Switches settings={settings} />}
      </Loaded>
    </Card>
  )
}

function Switches({ settings }: { settings: GroupSettings }) {
  const storeId = useStoreId()
  const { isAtLeast } = useRole()
  const queryClient = useQueryClient()
  const changing = useMutation({
    mutationFn: (change: Parameters<typeof changeGroupSettings>[1]) => changeGroupSettings(storeId, change),
    async onSuccess(changed) {
      queryClient.setQueryData(groupSettingsQuery(storeId).queryKey, changed)
      toast('The groups were updated')
      await queryClient.invalidateQueries({ queryKey: [storeId, 'products'] })
    },
    onError: (error) => toast(error.message, { tone: 'danger' }),
  })
  const isFixed = !isAtLeast('ADMIN') || changing.isPending
  return (
    <div className="grid gap-3 p-5 pt-3 text-sm">
      <label className="flex items-start gap-2.5">
        <input
          type="checkbox"
          className="mt-0.5"
          checked={settings.byGroupKey}
          disabled={isFixed}
          onChange={(event) => changing.mutate({ byGroupKey: event.target.checked })}
        />
        <span>Group products with the same group key</span>
      </label>
      <label className="flex items-start gap-2.5">
        <input
          type="checkbox"
          className="mt-0.5"
          checked={settings.byGtin}
          disabled={isFixed}
          onChange={(event) => changing.mutate({ byGtin: event.target.checked })}
        />
        <span>Group products with the same valid GTIN</span>
      </label>
      <p className="text-quiet">
        A product is in only one group: your own group comes first, then its group key, then its GTIN.
      </p>
      {settings.tooLarge > 0 && (
        <Notice tone="warn">
          {settings.tooLarge === 1
            ? 'More than 200 products share a group key or GTIN, so they form no group.'
            : `${settings.tooLarge.toLocaleString(shownLocale)} group keys or GTINs have more than 200 products each, so they form no group.`}
        </Notice>
      )}
      {!isAtLeast('ADMIN') && <p className="text-quiet">Owners and admins change these settings.</p>}
    </div>
  )
}
