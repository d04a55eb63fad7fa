import { Button } from '@mantine/core'
import { openCertificate } from '@recado/contracts/contacts/privacy'
import { IconDownload } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#web/lib/api/api.ts'
import { erasureQuery } from '#web/queries/privacy.ts'

/** Downloads the certificate of an erasure that has one. */
export const CertificateButton = ({ erasureId }: { erasureId: string }) => {
  const { t } = useTranslation('contacts/privacy')
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(openCertificate, { params: { id: erasureId } }),
    onSuccess: ({ url }) => window.location.assign(url),
  })
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden="true" />}
      loading={isPending}
      onClick={() => mutate()}
    >
      {t('erase.certificate')}
    </Button>
  )
}

/** The certificate of an erasure, once it is done. */
export const CertificateLink = ({ erasureId }: { erasureId: string }) =>
  useQuery(erasureQuery(erasureId)).data?.certified ? <CertificateButton erasureId={erasureId} /> : null
