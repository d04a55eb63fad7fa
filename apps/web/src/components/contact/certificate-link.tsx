import { Anchor, Group } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { erasureQuery } from '#web/queries/privacy.ts'

/** The certificate of an erasure, once it is done. */
export const CertificateLink = ({ erasureId }: { erasureId: string }) => {
  const { t } = useTranslation('contacts/privacy')
  const url = useQuery(erasureQuery(erasureId)).data?.certificateUrl
  if (!url) return null
  return (
    <Anchor href={url} target="_blank" rel="noreferrer" size="sm" c="var(--accent-text)">
      <Group gap={6}>
        <IconDownload size={16} aria-hidden="true" /> {t('erase.certificate')}
      </Group>
    </Anchor>
  )
}
