import { IconBuildingStore } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './inbox.module.css'

/** Names the company of a notification that is not about the current one. */
export const CompanyChip = ({ name }: { name: string }) => {
  const { t } = useTranslation('product-notifications/inbox')
  return (
    <span className={classes.chip} title={t('ofCompany', { name })}>
      <IconBuildingStore size={13} stroke={1.8} aria-hidden="true" />
      <span className={classes.chipName}>{name}</span>
    </span>
  )
}
