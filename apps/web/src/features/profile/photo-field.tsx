import { Button, FileButton, Group, Progress, Text } from '@mantine/core'
import { type Profile, photoMaxBytes, photoTypes, removePhoto, uploadPhoto } from '@recado/contracts/users'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../components/avatar.tsx'
import { call, upload } from '../../lib/api.ts'
import { errorText } from '../../lib/error-text.ts'
import { useSessionClient } from '../../lib/session.ts'
import { meQuery } from './api.ts'

const isPhoto = (type: string): boolean => photoTypes.some((allowed) => allowed === type)

/** My photo: JPEG or PNG of at most 5 MB, shown as a circle from its middle. */
export const PhotoField = ({ me }: { me: Profile }) => {
  const { t } = useTranslation(['profile', 'errors'])
  const session = useSessionClient()
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState(0)
  const [refused, setRefused] = useState<string | null>(null)

  const show = async (avatarUrl: string | null) => {
    queryClient.setQueryData(meQuery.queryKey, { ...me, avatarUrl })
    await session.refetch()
  }
  const send = useMutation({
    mutationFn: (file: File) => upload(uploadPhoto, file, {}, { onProgress: setProgress }),
    meta: { quiet: true },
    onSuccess: ({ avatarUrl }) => show(avatarUrl),
  })
  const drop = useMutation({ mutationFn: () => call(removePhoto), meta: { quiet: true }, onSuccess: () => show(null) })

  const choose = (file: File | null) => {
    if (!file) return
    setRefused(null)
    if (!isPhoto(file.type)) return setRefused(t('photo.wrongType'))
    if (file.size > photoMaxBytes) return setRefused(t('photo.tooLarge'))
    setProgress(0)
    send.mutate(file)
  }

  const error = send.error ?? drop.error
  const problem = refused ?? (error ? errorText(t, error) : null)
  return (
    <Group gap="lg" mb="lg">
      <Avatar name={me.name} src={me.avatarUrl} size={76} />
      <div style={{ flex: 1 }}>
        <Group gap="sm">
          <FileButton onChange={choose} accept={photoTypes.join(',')}>
            {(props) => (
              <Button variant="default" size="sm" loading={send.isPending} {...props}>
                {t('photo.choose')}
              </Button>
            )}
          </FileButton>
          {me.avatarUrl ? (
            <Button variant="subtle" size="sm" color="red" loading={drop.isPending} onClick={() => drop.mutate()}>
              {t('photo.remove')}
            </Button>
          ) : null}
        </Group>
        {send.isPending ? <Progress value={progress * 100} size="sm" mt="xs" aria-label={t('photo.progress')} /> : null}
        <Text
          size="xs"
          c={problem ? 'var(--mantine-color-error)' : 'dimmed'}
          mt={6}
          role={problem ? 'alert' : undefined}
        >
          {problem ?? t('photo.hint')}
        </Text>
      </div>
    </Group>
  )
}
