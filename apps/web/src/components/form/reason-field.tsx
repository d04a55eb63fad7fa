import { Textarea, type TextareaProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** Why something is done, for the audit log; at least `least` characters. */
export const ReasonField = ({ least, ...field }: TextareaProps & { least: number }) => {
  const { t } = useTranslation('admin/accounts')
  return (
    <Textarea
      label={t('reason')}
      description={t('reasonHint', { least })}
      required
      autosize
      minRows={2}
      maxLength={300}
      {...field}
    />
  )
}
