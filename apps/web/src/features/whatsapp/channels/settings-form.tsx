import type { ChannelSettings } from '@recado/contracts/whatsapp/channel-settings'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Form } from '#web/components/form/form.tsx'
import { ApiError } from '#web/lib/api/api.ts'
import { useCan } from '#web/lib/session/session.ts'
import type { FormState } from '#web/lib/ui/form.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { type ChannelDetail, channelQuery } from './api.ts'

/** Why the member may not change the settings of a number, and who may; null if they may. */
export const useReadOnlyReason = (channel: ChannelDetail | undefined): string | null => {
  const { t } = useTranslation('whatsapp/channels')
  const can = useCan()
  if (!can('channels.manage')) return t('readOnly')
  return channel?.disconnectedAt ? t('readOnlyDisconnected') : null
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
  channel: ChannelDetail
  label: string
  contract: { error: unknown; state: FormState }
  children: ReactNode
}

/** One section of a number's settings. Shows if another member changed them, and can load their version. */
export const SettingsForm = ({ channel, label, contract, children }: Props) => {
  const queryClient = useQueryClient()
  const readOnly = useReadOnlyReason(channel) !== null
  const { error, state } = contract
  const conflict = error instanceof ApiError && error.code === 'conflict'
  const reload = () => void queryClient.invalidateQueries({ queryKey: channelQuery(channel.id).queryKey })
  return (
    <Form {...state} label={label} readOnly={readOnly} onReload={conflict ? reload : null}>
      {children}
    </Form>
  )
}
