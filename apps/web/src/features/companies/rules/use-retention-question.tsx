import { Stack, Text } from '@mantine/core'
import { previewRetention, type Retention } from '@recado/contracts/company-rules'
import type { EndpointResponse } from '@recado/contracts/endpoint'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { call } from '../../../lib/api.ts'
import { useSignedIn } from '../../../lib/session.ts'

type Preview = EndpointResponse<typeof previewRetention>

const kinds = ['messages', 'media'] as const

/** Whether something goes by these days that stayed before. */
const isShorter = (now: Retention, before: Retention): boolean =>
  kinds.some((kind) => (now[kind] ?? Number.POSITIVE_INFINITY) < (before[kind] ?? Number.POSITIVE_INFINITY))

const Losses = ({ messages, files, bytes }: Preview) => {
  const { t, i18n } = useTranslation('companies')
  const number = new Intl.NumberFormat(i18n.language)
  const megabytes = new Intl.NumberFormat(i18n.language, {
    ...{ style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 },
  }).format(bytes / 1024 / 1024)
  return (
    <Stack gap="xs">
      <Text size="sm">{t('retention.question')}</Text>
      <ul style={{ margin: 0 }}>
        <li>{t('retention.losesMessages', { count: messages, number: number.format(messages) })}</li>
        <li>{t('retention.losesFiles', { count: files, number: number.format(files), size: megabytes })}</li>
      </ul>
    </Stack>
  )
}

/**
 * Asks before something goes that stayed before: `ask` answers whether to go on, at once where nothing would go. `dialog`
 * belongs on the page.
 */
export const useRetentionQuestion = (companyId: string) => {
  const { t } = useTranslation('companies')
  const { user } = useSignedIn()
  const [preview, setPreview] = useState<Preview | null>(null)
  const answer = useRef<((go: boolean) => void) | null>(null)
  const ask = async (now: Retention, before: Retention): Promise<boolean> => {
    if (!isShorter(now, before)) return true
    const query = { messages: now.messages ?? undefined, media: now.media ?? undefined }
    const losses = await call(previewRetention, { params: { id: companyId }, query })
    if (losses.messages + losses.files === 0) return true
    setPreview(losses)
    return new Promise((resolve) => {
      answer.current = resolve
    })
  }
  const decide = (go: boolean) => {
    answer.current?.(go)
    answer.current = null
    setPreview(null)
  }
  const dialog: ReactNode = (
    <ConfirmDialog
      opened={preview !== null}
      title={t('retention.questionTitle')}
      confirmLabel={t('retention.confirm')}
      danger
      typeToConfirm={user.currentCompany?.name ?? ''}
      onClose={() => decide(false)}
      onConfirm={async () => decide(true)}
    >
      {preview ? <Losses {...preview} /> : null}
    </ConfirmDialog>
  )
  return { ask, dialog }
}
