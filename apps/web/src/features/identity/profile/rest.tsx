import { MultiSelect, Skeleton, Stack } from '@mantine/core'
import { type NotificationSettings, updateNotificationSettings } from '@recado/contracts/product-notifications/settings'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { call } from '#web/lib/api/api.ts'
import { useSignedIn } from '#web/lib/session/session.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { notificationSettingsQuery } from './api.ts'
import { QuietHoursFields } from './quiet-hours-fields.tsx'

const { queryKey } = notificationSettingsQuery
const mutationKey = ['save', ...queryKey]

/** Shows a change at once, and what was before when it cannot be saved. Each carries all settings: one goes at a time. */
const useSaveSettings = () => {
  const { i18n } = useTranslation()
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join() },
    mutationFn: (body: NotificationSettings) => call(updateNotificationSettings, { body }),
    onMutate: async (settings) => {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData(queryKey)
      queryClient.setQueryData(queryKey, settings)
      return before
    },
    onSuccess: (saved) => {
      if (queryClient.isMutating({ mutationKey }) === 1) queryClient.setQueryData(queryKey, saved)
      toastSuccess(i18n.t('common:saved'))
    },
    onError: (_error, _settings, before) => {
      queryClient.setQueryData(queryKey, before)
      void queryClient.invalidateQueries({ queryKey })
    },
  })
}

/** When notifications leave the person in peace, and of which companies. Each change applies at once. */
export const Rest = () => {
  const { t } = useTranslation(['identity/profile', 'common'])
  const { user } = useSignedIn()
  const { data: settings, error, refetch } = useQuery(notificationSettingsQuery)
  const save = useSaveSettings()
  if (error && !settings) return <RetryState error={error} onRetry={refetch} />
  if (!settings) return <Skeleton height={160} radius="md" />
  const muted = settings.mutedCompanyIds
  return (
    <Stack gap="lg">
      <QuietHoursFields
        value={settings.quietHours}
        onChange={(quietHours) => save.mutate({ ...settings, quietHours })}
      />
      {user.companies.length > 0 ? (
        <MultiSelect
          maw={480}
          label={t('rest.muted')}
          description={t('rest.mutedText')}
          placeholder={muted.length > 0 ? undefined : t('rest.noneMuted')}
          data={user.companies.map(({ id, name }) => ({ value: id, label: name }))}
          value={muted}
          onChange={(mutedCompanyIds) => save.mutate({ ...settings, mutedCompanyIds })}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('rest.unmuteAll') }}
          nothingFoundMessage={t('common:nothingFound')}
        />
      ) : null}
    </Stack>
  )
}
