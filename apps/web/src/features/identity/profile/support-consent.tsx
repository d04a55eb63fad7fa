import { Button, Group, Stack, Text } from '@mantine/core'
import { consentHours, getSupportConsent, setSupportConsent } from '@recado/contracts/identity/impersonation'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#web/lib/api/api.ts'
import { dateTime } from '#web/lib/i18n/dates.ts'
import { toastError } from '#web/lib/ui/toasts.ts'

const consentQuery = queryOptions({ queryKey: ['me', 'support-consent'], queryFn: () => call(getSupportConsent) })

/** Until when support staff may enter one's account; given for some hours, withdrawn at once. */
export const SupportConsent = () => {
  const { t, i18n } = useTranslation('identity/profile')
  const client = useQueryClient()
  const { data } = useQuery(consentQuery)
  const [busy, setBusy] = useState(false)
  const set = async (hours: (typeof consentHours)[number] | null) => {
    setBusy(true)
    try {
      client.setQueryData(consentQuery.queryKey, await call(setSupportConsent, { body: { hours } }))
    } catch (error) {
      toastError(i18n, error)
    } finally {
      setBusy(false)
    }
  }
  const until = data?.until ?? null
  return (
    <Stack gap="sm">
      <Text size="sm" role="status">
        {until ? t('support.allowed', { until: dateTime(until, i18n.language) }) : t('support.refused')}
      </Text>
      <Group gap="sm">
        {until ? (
          <Button size="sm" variant="light" color="red" loading={busy} onClick={() => void set(null)}>
            {t('support.withdraw')}
          </Button>
        ) : (
          consentHours.map((hours) => (
            <Button key={hours} size="sm" variant="default" disabled={busy} onClick={() => void set(hours)}>
              {t('support.allow', { count: hours })}
            </Button>
          ))
        )}
      </Group>
    </Stack>
  )
}
