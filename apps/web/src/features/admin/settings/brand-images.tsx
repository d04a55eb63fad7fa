import { Button, FileButton, Group, Image, Stack, Text } from '@mantine/core'
import {
  brandImageMaxBytes,
  brandImages,
  brandImageTypes,
  removeBrandImage,
  uploadBrandImage,
} from '@recado/contracts/shared/settings'
import { IconPhotoUp } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, upload } from '#web/lib/api/api.ts'
import { useFileProblem } from '#web/lib/ui/file-rules.ts'
import { pictureSources } from '#web/lib/ui/pictures.ts'
import { toastError } from '#web/lib/ui/toasts.ts'
import { type Saved, settingsKey } from './api.ts'

/** The logo and the favicon: each saved as soon as it is chosen. */
export const BrandImages = ({ saved }: { saved: Saved }) => {
  const { t, i18n } = useTranslation('admin/settings')
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const problemOf = useFileProblem()
  const [refused, setRefused] = useState<Partial<Record<(typeof brandImages)[number], string | null>>>({})
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await work()
      await client.invalidateQueries({ queryKey: settingsKey })
    } catch (error) {
      toastError(i18n, error)
    } finally {
      setBusy(false)
    }
  }
  return brandImages.map((kind) => (
    <Stack key={kind} gap={6}>
      <Text size="sm" fw={500}>
        {t(`image.${kind}`)}
      </Text>
      <Group>
        {saved[kind] ? (
          <Image {...pictureSources(saved[kind], 240)} alt={t(`image.${kind}`)} h={40} w="auto" fit="contain" />
        ) : null}
        <FileButton
          accept={brandImageTypes.join(',')}
          onChange={(file) => {
            if (!file) return
            const reason = problemOf(file, { types: brandImageTypes, maxBytes: brandImageMaxBytes })
            setRefused({ [kind]: reason })
            if (!reason) void run(() => upload(uploadBrandImage, file, { params: { kind } }))
          }}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="compact-sm"
              loading={busy}
              leftSection={<IconPhotoUp size={16} />}
            >
              {t('image.choose')}
            </Button>
          )}
        </FileButton>
        {saved[kind] ? (
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => void run(() => call(removeBrandImage, { params: { kind } }))}
          >
            {t('image.remove')}
          </Button>
        ) : null}
      </Group>
      <Text
        size="xs"
        c={refused[kind] ? 'var(--mantine-color-error)' : 'dimmed'}
        role={refused[kind] ? 'alert' : undefined}
      >
        {refused[kind] ?? t('image.hint')}
      </Text>
    </Stack>
  ))
}
