import { Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { EndpointResponse } from '@recado/contracts/endpoint'
import { type listSessions, revokeOtherSessions, revokeSession } from '@recado/contracts/identity/users'
import { IconDeviceDesktop, IconDeviceMobile, IconDeviceTablet } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { call } from '#web/lib/api/api.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { sessionsQuery } from './api.ts'

type UserSession = EndpointResponse<typeof listSessions>['data'][number]

const icons = { desktop: IconDeviceDesktop, mobile: IconDeviceMobile, tablet: IconDeviceTablet }

const SessionRow = ({ session }: { session: UserSession }) => {
  const { t } = useTranslation('identity/profile')
  const queryClient = useQueryClient()
  const end = useMutation({
    mutationFn: () => call(revokeSession, { params: { id: session.id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
  const Icon = icons[session.device]
  const name = [session.browser, session.os].filter(Boolean).join(' · ') || t('sessions.unknown')
  return (
    <Group component="li" wrap="nowrap" gap="sm">
      <Icon size={24} stroke={1.5} color="var(--mantine-color-dimmed)" aria-hidden="true" />
      <div style={{ flex: 1, minWidth: 0 }}>
        <Group gap={8}>
          <Text size="sm" fw={600}>
            {name}
          </Text>
          {session.current ? (
            <Badge size="xs" variant="light">
              {t('sessions.this')}
            </Badge>
          ) : null}
        </Group>
        <Text size="xs" c="dimmed">
          {session.ip ? `${session.ip} · ` : ''}
          {session.current ? t('sessions.now') : <RelativeTime value={session.lastSeenAt} />}
        </Text>
      </div>
      {session.current ? null : (
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          loading={end.isPending}
          onClick={() => end.mutate()}
          aria-label={t('sessions.endOf', { name })}
        >
          {t('sessions.end')}
        </Button>
      )}
    </Group>
  )
}

/** Where I am signed in, with the means to end that. */
export const SessionList = () => {
  const { t } = useTranslation('identity/profile')
  const queryClient = useQueryClient()
  const { data, error, refetch } = useQuery(sessionsQuery)
  const [asking, { open: ask, close }] = useDisclosure(false)
  if (error && !data) return <RetryState error={error} onRetry={refetch} compact />
  if (!data) return <Skeleton height={120} />

  const endOthers = async () => {
    const { ended } = await call(revokeOtherSessions)
    await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    toastSuccess(t('sessions.ended', { count: ended }))
  }
  return (
    <>
      <Stack component="ul" gap="md" p={0} m={0} style={{ listStyle: 'none' }}>
        {data.data.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </Stack>
      {data.data.length > 1 ? (
        <Button variant="default" size="sm" mt="lg" onClick={ask}>
          {t('sessions.endOthers')}
        </Button>
      ) : null}
      <ConfirmDialog
        opened={asking}
        title={t('sessions.endOthersTitle')}
        confirmLabel={t('sessions.endOthers')}
        danger
        onClose={close}
        onConfirm={endOthers}
      >
        {t('sessions.endOthersText')}
      </ConfirmDialog>
    </>
  )
}
