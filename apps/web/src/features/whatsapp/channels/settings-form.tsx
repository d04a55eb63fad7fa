import { Alert, Button, Group, Paper, Stack, Title } from '@mantine/core'
import type { ChannelSettings } from '@recado/contracts/whatsapp/channel-settings'
import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#web/lib/api/api.ts'
import { useCan } from '#web/lib/session/session.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { type ChannelDetail, channelQuery } from './api.ts'

/** Whether somebody may change the settings of a number. */
export const useReadOnly = (channel: ChannelDetail): boolean => {
  const can = useCan()
  return !can('channels.manage') || channel.disconnectedAt !== null
}

/** Shows what the server keeps after a change. */
export const useSettingsSaved = (channelId: string) => {
  const { t } = useTranslation('whatsapp/channels')
  const queryClient = useQueryClient()
  return (settings: ChannelSettings) => {
    queryClient.setQueryData<ChannelDetail>(channelQuery(channelId).queryKey, (known) =>
      known ? { ...known, settings } : known,
    )
    toastSuccess(t('settingsSaved'))
  }
}

type Props = {
  channelId: string
  label: string
  busy: boolean
  dirty: boolean
  readOnly: boolean
  failure: string | null
  error: unknown
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  children: ReactNode
}

/** One part of a number's settings. When somebody else changed them meanwhile it says so, and can read theirs. */
export const SettingsForm = (props: Props) => {
  const { channelId, label, busy, dirty, readOnly, failure, error, onSubmit, children } = props
  const { t } = useTranslation('whatsapp/channels')
  const queryClient = useQueryClient()
  const conflict = error instanceof ApiError && error.code === 'conflict'
  return (
    <Paper withBorder p="lg" maw={760} component="form" onSubmit={onSubmit as never} noValidate aria-label={label}>
      <Stack gap="lg">
        <Title order={2} fz="md">
          {label}
        </Title>
        {children}
        {failure ? (
          <Alert color="red" role="alert" title={conflict ? t('conflict.title') : undefined}>
            {conflict ? t('conflict.text') : failure}
            {conflict ? (
              <Group mt="sm">
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => void queryClient.invalidateQueries({ queryKey: channelQuery(channelId).queryKey })}
                >
                  {t('conflict.read')}
                </Button>
              </Group>
            ) : null}
          </Alert>
        ) : null}
        {readOnly ? null : (
          <Group justify="flex-end">
            <Button type="submit" loading={busy} disabled={!dirty}>
              {t('common:save')}
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  )
}
