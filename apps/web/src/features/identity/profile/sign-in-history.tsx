import { Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import type { EndpointResponse } from '@recado/contracts/endpoint'
import type { listSignIns } from '@recado/contracts/identity/users'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { dateTime } from '#web/lib/i18n/dates.ts'
import { signInsQuery } from './api.ts'

type SignIn = EndpointResponse<typeof listSignIns>['data'][number]

const step = 8
const colors = { sign_in: 'petrol', sign_out: 'gray', failed: 'red', '2fa_failed': 'red' } as const

const Entry = ({ entry }: { entry: SignIn }) => {
  const { t, i18n } = useTranslation('identity/profile')
  const device = [entry.browser, entry.os].filter(Boolean).join(' · ') || t('sessions.unknown')
  const method = entry.method ? t(`history.method.${entry.method.replace('+', '_')}`) : null
  return (
    <Group component="li" gap="sm" wrap="nowrap" align="flex-start">
      <Badge variant="light" color={colors[entry.what]} miw={104}>
        {t(`history.${entry.what}`)}
      </Badge>
      <div style={{ minWidth: 0 }}>
        <Text size="sm">{dateTime(entry.at, i18n.language)}</Text>
        <Text size="xs" c="dimmed">
          {[device, entry.ip, method].filter(Boolean).join(' · ')}
        </Text>
      </div>
    </Group>
  )
}

/** When and from where the account was signed in to in the last 90 days. */
export const SignInHistory = () => {
  const { t } = useTranslation('identity/profile')
  const { data, error, refetch } = useQuery(signInsQuery)
  const [shown, setShown] = useState(step)
  if (error && !data) return <RetryState error={error} onRetry={refetch} compact />
  if (!data) return <Skeleton height={160} />
  if (data.data.length === 0) return <Text size="sm">{t('history.none')}</Text>
  return (
    <>
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {data.data.slice(0, shown).map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </Stack>
      {data.data.length > shown ? (
        <Button variant="default" size="sm" mt="lg" onClick={() => setShown(shown + 4 * step)}>
          {t('history.more')}
        </Button>
      ) : null}
    </>
  )
}
