import { Stack, Text } from '@mantine/core'
import { type RetentionLosses, retentionLosses } from '@recado/contracts/companies/company-rules'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { ApiError } from '#web/lib/api/api.ts'
import { useSignedIn } from '#web/lib/session/session.ts'

const Losses = ({ messages, files, bytes }: RetentionLosses) => {
  const { t, i18n } = useTranslation('companies/companies')
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
 * Asks before something goes that stayed before. `confirmed` makes a call, and where the server wants the name of the
 * company, asks for it and calls again; null for nothing done. `dialog` belongs on the page.
 */
export const useRetentionQuestion = () => {
  const { t } = useTranslation('companies/companies')
  const { user } = useSignedIn()
  const name = user.currentCompany?.name ?? ''
  const [losses, setLosses] = useState<RetentionLosses | null>(null)
  const answer = useRef<((go: boolean) => void) | null>(null)
  const confirmed = async <T,>(attempt: (confirmation?: string) => Promise<T>): Promise<T | null> => {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'confirmation_required')) throw error
      setLosses(retentionLosses.parse(error.data))
    }
    const go = await new Promise<boolean>((resolve) => {
      answer.current = resolve
    })
    return go ? attempt(name) : null
  }
  const decide = (go: boolean) => {
    answer.current?.(go)
    answer.current = null
    setLosses(null)
  }
  const dialog: ReactNode = (
    <ConfirmDialog
      opened={losses !== null}
      title={t('retention.questionTitle')}
      confirmLabel={t('retention.confirm')}
      danger
      typeToConfirm={name}
      onClose={() => decide(false)}
      onConfirm={async () => decide(true)}
    >
      {losses ? <Losses {...losses} /> : null}
    </ConfirmDialog>
  )
  return { confirmed, dialog }
}
