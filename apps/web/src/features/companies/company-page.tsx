import { Button, Tabs } from '@mantine/core'
import { IconArrowsExchange, IconBuildingStore, IconUsers } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../components/empty-state.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { PageNotFound } from '../../components/page-not-found.tsx'
import { TextLink } from '../../components/text-link.tsx'
import { useSwitchCompany } from '../../lib/company-switch.ts'
import { useSignedIn } from '../../lib/session.ts'
import { CompanyProfile } from './company-profile.tsx'
import { MembersPanel } from './members-panel.tsx'
import type { CompanyTab } from './tabs.ts'

const OfferSwitch = ({ id, name }: { id: string; name: string }) => {
  const { t } = useTranslation('companies')
  const switchTo = useSwitchCompany()
  return (
    <EmptyState
      icon={IconArrowsExchange}
      title={t('otherTitle', { name })}
      description={t('otherText')}
      action={<Button onClick={() => void switchTo(id, name)}>{t('switchTo', { name })}</Button>}
    />
  )
}

/** One company with its tabs. Another company than the current one offers to switch first. */
export const CompanyPage = ({ id, tab }: { id: string; tab: CompanyTab }) => {
  const { t } = useTranslation('companies')
  const { user } = useSignedIn()
  const navigate = useNavigate()
  const company = user.companies.find((mine) => mine.id === id)
  if (!company) return <PageNotFound />
  if (user.currentCompany?.id !== id) return <OfferSwitch id={id} name={company.name} />
  const open = (next: string | null) =>
    void navigate({
      to: '/companies/$id',
      params: { id },
      search: next === 'members' ? { tab: 'members' } : {},
      replace: true,
    })
  return (
    <>
      <PageHeader
        title={company.name}
        before={
          <TextLink to="/companies" size="sm">
            {t('title')}
          </TextLink>
        }
      />
      <Tabs value={tab} onChange={open} keepMounted={false}>
        <Tabs.List mb="lg">
          <Tabs.Tab value="profile" leftSection={<IconBuildingStore size={17} />}>
            {t('tab.profile')}
          </Tabs.Tab>
          <Tabs.Tab value="members" leftSection={<IconUsers size={17} />}>
            {t('tab.members')}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="profile">
          <CompanyProfile id={id} />
        </Tabs.Panel>
        <Tabs.Panel value="members">
          <MembersPanel id={id} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
