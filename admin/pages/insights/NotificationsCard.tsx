import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Notifications, notificationsQuery, saveNotifications } from '../../api/analytics.ts'
import { Switch } from '../../components/forms/Choice.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { shownLocale } from '../../components/locale.ts'
import { Notice } from '../../components/Notice.tsx'
import { Card } from '../../components/Page.tsx'
import { useRole, useStore } from '../../shell/store/use-store.ts'

/** Emails follow the language in which the person reads the application. */
const language: Notifications['language'] = shownLocale.startsWith('de') ? 'de' : 'en'

export function NotificationsCard() {
  const { id: storeId, timezone } = useStore()
  const { isDelegate } = useRole()
  const queryClient = useQueryClient()
  const query = useQuery(notificationsQuery(storeId))
  const saving = useMutation({
    mutationFn: (next: Notifications) => saveNotifications(storeId, next),
    onSuccess: (saved) => queryClient.setQueryData(notificationsQuery(storeId).queryKey, saved),
  })
  // Emails go to members only, so delegates see no card.
  if (isDelegate) return null
  return (
    <Card title="Emails to you">
      <Loaded query={query} rows={2}>
        {(stored) => {
          const shown = saving.isPending ? saving.variables : stored
          const change = (part: Partial<Notifications>) => saving.mutate({ ...shown, ...part, language })
          return (
            <div className="grid gap-4 px-5 py-4">
              <Switch
                label="Weekly summary"
                hint={`Every Monday at 8:00, in the time zone ${timezone}. A week without reviews sends no email.`}
                isOn={shown.weeklySummary}
                onChange={(weeklySummary) => change({ weeklySummary })}
              />
              <Switch
                label="New low ratings"
                hint="An email about new reviews with one or two stars, at most one an hour."
                isOn={shown.lowRatings}
                onChange={(lowRatings) => change({ lowRatings })}
              />
              <p className="text-sm text-quiet">
                Only you get these emails. Each has a link to turn it off. To alert another system, add a webhook for
                review.created and check the rating.
              </p>
              {saving.error && <Notice tone="danger">{saving.error.message}</Notice>}
            </div>
          )
        }}
      </Loaded>
    </Card>
  )
}
