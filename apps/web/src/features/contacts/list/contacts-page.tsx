import { IconAddressBook } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { OverviewPage } from '#web/components/page/overview-page.tsx'

/** Everyone the company talks to. */
export const ContactsPage = () => {
  const { t } = useTranslation('contacts/list')
  return (
    <OverviewPage title={t('title')} description={t('description')}>
      <EmptyState icon={IconAddressBook} title={t('empty.title')} description={t('empty.text')} />
    </OverviewPage>
  )
}
