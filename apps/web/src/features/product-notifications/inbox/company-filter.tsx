import { SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './inbox.module.css'

type Props = { isOnlyThis: boolean; onChange: (isOnlyThis: boolean) => void }

/** Below the list: what happened in all companies of the person, or in the current one. */
export const CompanyFilter = ({ isOnlyThis, onChange }: Props) => {
  const { t } = useTranslation('product-notifications/inbox')
  return (
    <div className={classes.filter}>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={t('filter')}
        value={isOnlyThis ? 'this' : 'all'}
        onChange={(value) => onChange(value === 'this')}
        data={[
          { value: 'all', label: t('allCompanies') },
          { value: 'this', label: t('thisCompany') },
        ]}
      />
    </div>
  )
}
