import { Button, FileButton, Group, Progress, Text } from '@mantine/core'
import { channelPhotoMaxBytes, setChannelPhoto } from '@recado/contracts/whatsapp/channel-profile'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { upload } from '#web/lib/api/api.ts'
import { errorText } from '#web/lib/api/error-text.ts'
import { useFileProblem } from '#web/lib/ui/file-rules.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { type ChannelDetail, channelQuery } from './api.ts'

const types = ['image/jpeg', 'image/png']

/** The photo that customers see. */
export const ProfilePhoto = ({ channel }: { channel: ChannelDetail }) => {
  const { t } = useTranslation(['whatsapp/channels', 'errors'])
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState(0)
  const problemOf = useFileProblem()
  const [refused, setRefused] = useState<string | null>(null)
  const send = useMutation({
    mutationFn: (file: File) =>
      upload(setChannelPhoto, file, { params: { id: channel.id } }, { onProgress: setProgress }),
    meta: { quiet: true },
    onSuccess: (profile) => {
      queryClient.setQueryData<ChannelDetail>(channelQuery(channel.id).queryKey, (known) =>
        known ? { ...known, profile } : known,
      )
      toastSuccess(t('photo.saved'))
    },
  })
  const choose = (file: File | null) => {
    if (!file) return
    const reason = problemOf(file, { types, maxBytes: channelPhotoMaxBytes })
    setRefused(reason)
    if (reason) return
    setProgress(0)
    send.mutate(file)
  }
  const problem = refused ?? (send.error ? errorText(t, send.error) : null)
  return (
    <div>
      <Group gap="sm">
        <FileButton onChange={choose} accept={types.join(',')}>
          {(props) => (
            <Button variant="default" size="sm" loading={send.isPending} {...props}>
              {t('photo.choose')}
            </Button>
          )}
        </FileButton>
      </Group>
      {send.isPending ? <Progress value={progress * 100} size="sm" mt="xs" aria-label={t('photo.choose')} /> : null}
      <Text
        size="xs"
        c={problem ? 'var(--mantine-color-error)' : 'dimmed'}
        mt={6}
        {...(problem ? { role: 'alert' } : {})}
      >
        {problem ?? t('photo.hint')}
      </Text>
    </div>
  )
}
