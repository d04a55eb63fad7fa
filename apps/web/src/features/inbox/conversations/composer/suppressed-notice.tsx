import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { consentsQuery } from '#web/components/contact/consents.ts'
import classes from './composer.module.css'

/** Says of someone on the suppression list what can still be sent to them. */
export const SuppressedNotice = ({ contactId }: { contactId: string }) => {
  const { t } = useTranslation('inbox/conversations')
  const { data } = useQuery({ ...consentsQuery(contactId), retry: false, meta: { quiet: true } })
  if (!data?.suppression) return null
  return (
    <Text size="sm" role="note" className={classes.suppressed ?? ''}>
      {t('suppressed')}
    </Text>
  )
}
