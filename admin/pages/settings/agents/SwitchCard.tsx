import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type AgentSettings, agentSettingsQuery, changeAgentSettings } from '../../../api/agents.ts'
import { Switch } from '../../../components/forms/Choice.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { Card } from '../../../components/Page.tsx'
import { toast } from '../../../components/toasts.ts'
import { useRole, useStoreId } from '../../../shell/store/use-store.ts'

type Part = 'enabled' | 'excerpts' | 'faqs'

/** A click saves the switch without a save button, because a second click undoes it. */
export function SwitchCard({ settings }: { settings: AgentSettings }) {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  const isAdmin = useRole().isAtLeast('ADMIN')
  const saving = useMutation({
    mutationFn: (change: Partial<Record<Part, boolean>>) => changeAgentSettings(storeId, change),
    onSuccess: async (saved, change) => {
      queryClient.setQueryData(agentSettingsQuery(storeId).queryKey, saved)
      // The previews show the former settings, so they are loaded again.
      queryClient.removeQueries({
        predicate: ({ queryKey: [id, area, part] }) => id === storeId && area === 'agents' && part !== 'settings',
      })
      toast(change.enabled === undefined ? 'Saved' : saved.enabled ? 'Agents get answers now' : 'Agents get no answers')
    },
    onError: (error) => toast(error.message, { tone: 'danger' }),
  })
  const shown = { ...settings, ...(saving.isPending && saving.variables) }
  const set = (part: Part) => (isOn: boolean) => saving.mutate({ [part]: isOn })
  const isFixed = !isAdmin || saving.isPending
  return (
    <Card title="Answers">
      <div className="grid gap-5 p-5 pt-3">
        {!isAdmin && <Notice icon="lock">Only owners and admins can change what agents get.</Notice>}
        <Switch
          label="Answer shopping agents"
          hint="If off, all addresses answer as if your store did not exist."
          isOn={shown.enabled}
          isDisabled={isFixed}
          onChange={set('enabled')}
        />
        <Switch
          label="Beginnings of reviews"
          hint="The first 500 characters of each review, without addresses and hidden characters. If off, agents get only numbers."
          isOn={shown.excerpts}
          isDisabled={isFixed || !shown.enabled}
          onChange={set('excerpts')}
        />
        <Switch
          label="Questions and answers"
          hint="Your published FAQs, as plain text."
          isOn={shown.faqs}
          isDisabled={isFixed || !shown.enabled}
          onChange={set('faqs')}
        />
      </div>
    </Card>
  )
}
