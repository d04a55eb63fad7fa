import { Button, Skeleton } from '@mantine/core'
import type { AuditAction } from '@recado/contracts/shared/audit'
import {
  IconAlertTriangle,
  IconArrowsExchange,
  IconBuildingStore,
  IconChecks,
  IconClock,
  IconEyeOff,
  IconForms,
  IconLock,
  IconMessageBolt,
  IconMessages,
  IconPalette,
  IconPlaylist,
  IconProgress,
  IconShieldCheck,
  IconStopwatch,
  IconTags,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react'
import { linkOptions } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { TextLink } from '#web/components/content/text-link.tsx'
import { StateMessage } from '#web/components/feedback/state-message.tsx'
import { DetailPage } from '#web/components/page/detail-page.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { PageNotFound } from '#web/components/page/page-not-found.tsx'
import { SettingsPage } from '#web/components/page/settings-page.tsx'
import { type CompanyTab, companyTabAbility } from '#web/lib/session/company-tabs.ts'
import { useCan, useSignedIn } from '#web/lib/session/session.ts'
import { useSwitchCompany } from '#web/lib/session/use-switch-company.ts'

// A tab comes when it is opened: together they are many times one of them.
const waiting = <Skeleton height={280} radius="lg" />
const CompanyProfile = lazyComponent(async () => (await import('./company-profile.tsx')).CompanyProfile, waiting)
const AttributesTab = lazyComponent(async () => (await import('./settings/attributes-tab.tsx')).AttributesTab, waiting)
const CannedTab = lazyComponent(async () => (await import('./settings/canned-tab.tsx')).CannedTab, waiting)
const ChatTab = lazyComponent(async () => (await import('./settings/chat-tab.tsx')).ChatTab, waiting)
const ConsentTab = lazyComponent(async () => (await import('./settings/consent-tab.tsx')).ConsentTab, waiting)
const HoursTab = lazyComponent(async () => (await import('./settings/hours-tab.tsx')).HoursTab, waiting)
const LabelsTab = lazyComponent(async () => (await import('./settings/labels-tab.tsx')).LabelsTab, waiting)
const MacrosTab = lazyComponent(async () => (await import('./settings/macros-tab.tsx')).MacrosTab, waiting)
const SlaTab = lazyComponent(async () => (await import('./settings/sla-tab.tsx')).SlaTab, waiting)
const StagesTab = lazyComponent(async () => (await import('./settings/stages-tab.tsx')).StagesTab, waiting)
const TeamsTab = lazyComponent(async () => (await import('./settings/teams-tab.tsx')).TeamsTab, waiting)
const MembersPanel = lazyComponent(async () => (await import('./members-panel.tsx')).MembersPanel, waiting)
const BrandingTab = lazyComponent(async () => (await import('./rules/branding-tab.tsx')).BrandingTab, waiting)
const DangerTab = lazyComponent(async () => (await import('./rules/danger-tab.tsx')).DangerTab, waiting)
const PrivacyTab = lazyComponent(async () => (await import('./rules/privacy-tab.tsx')).PrivacyTab, waiting)
const SecurityTab = lazyComponent(async () => (await import('./rules/security-tab.tsx')).SecurityTab, waiting)

const OfferSwitch = ({ id, name }: { id: string; name: string }) => {
  const { t } = useTranslation('companies/companies')
  const switchTo = useSwitchCompany()
  return (
    <StateMessage
      icon={IconArrowsExchange}
      title={t('otherTitle', { name })}
      description={t('otherText')}
      action={<Button onClick={() => void switchTo(id, name)}>{t('switchTo', { name })}</Button>}
    />
  )
}

const icons: Record<CompanyTab, ComponentType<{ size?: number }>> = {
  profile: IconBuildingStore,
  members: IconUsers,
  teams: IconUsersGroup,
  hours: IconClock,
  labels: IconTags,
  attributes: IconForms,
  stages: IconProgress,
  consent: IconChecks,
  canned: IconMessageBolt,
  macros: IconPlaylist,
  sla: IconStopwatch,
  chat: IconMessages,
  privacy: IconEyeOff,
  branding: IconPalette,
  security: IconLock,
  audit: IconShieldCheck,
  danger: IconAlertTriangle,
}

const Panel = ({ id, tab, audit }: { id: string; tab: CompanyTab; audit: ReactNode }) => {
  switch (tab) {
    case 'profile':
      return <CompanyProfile id={id} />
    case 'members':
      return <MembersPanel id={id} />
    case 'teams':
      return <TeamsTab companyId={id} />
    case 'hours':
      return <HoursTab />
    case 'labels':
      return <LabelsTab />
    case 'attributes':
      return <AttributesTab />
    case 'stages':
      return <StagesTab />
    case 'consent':
      return <ConsentTab />
    case 'canned':
      return <CannedTab />
    case 'macros':
      return <MacrosTab companyId={id} />
    case 'sla':
      return <SlaTab />
    case 'chat':
      return <ChatTab />
    case 'privacy':
      return <PrivacyTab id={id} />
    case 'branding':
      return <BrandingTab id={id} />
    case 'security':
      return <SecurityTab id={id} />
    case 'audit':
      return audit
    case 'danger':
      return <DangerTab id={id} />
  }
}

/** Every page of settings, in the order of the list. */
const groups = {
  company: ['profile', 'branding', 'hours'],
  team: ['members', 'teams'],
  service: ['chat', 'labels', 'canned', 'macros', 'sla'],
  data: ['attributes', 'stages', 'consent', 'privacy', 'security', 'audit', 'danger'],
} as const satisfies Record<string, readonly CompanyTab[]>

type PlaceProps = { id: string; tab: CompanyTab; audit: ReactNode }

const Places = ({ id, tab, audit }: PlaceProps) => {
  const { t } = useTranslation(['companies/companies', 'companies/settings'])
  const can = useCan()
  const placeOf = (value: CompanyTab) => ({
    value,
    label: t([`tab.${value}`, `companies/settings:tab.${value}`]),
    icon: icons[value],
    link: linkOptions({ to: '/companies/$id', params: { id }, search: value === 'profile' ? {} : { tab: value } }),
  })
  const shown = (['company', 'team', 'service', 'data'] as const).map((group) => ({
    title: t(`group.${group}`),
    places: groups[group].filter((name) => can(companyTabAbility[name] ?? 'company.view')).map(placeOf),
  }))
  return (
    <SettingsPage label={t('companies/settings:section')} groups={shown} value={tab}>
      <Panel id={id} tab={tab} audit={audit} />
    </SettingsPage>
  )
}

/** The audit action for changes on each page; other pages have none. */
const changes: Partial<Record<CompanyTab, AuditAction | `${string}.`>> = {
  profile: 'company.updated',
  branding: 'company.branding_updated',
  hours: 'business_hours.',
  members: 'member.',
  teams: 'team.',
  chat: 'desk_settings.',
  labels: 'label.',
  canned: 'canned_reply.',
  macros: 'macro.',
  sla: 'sla_policy.',
  attributes: 'contact_attribute.',
  stages: 'contact_settings.',
  consent: 'contact_settings.',
  privacy: 'company.privacy_updated',
  security: 'company.security_updated',
}

type Props = {
  id: string
  tab: CompanyTab
  /** What the audit tab shows. */
  audit: ReactNode
  /** Shows who made the last change with this audit action. */
  lastChange: (action: string) => ReactNode
}

/** One company with its settings. Another company than the current one offers to switch first. */
export const CompanyPage = ({ id, tab, audit, lastChange }: Props) => {
  const { t } = useTranslation('companies/companies')
  const { user } = useSignedIn()
  const company = user.companies.find((mine) => mine.id === id)
  if (!company) return <PageNotFound />
  if (user.currentCompany?.id !== id) return <OfferSwitch id={id} name={company.name} />
  const change = changes[tab]
  return (
    <DetailPage
      title={company.name}
      back={
        <TextLink to="/companies" size="sm">
          {t('title')}
        </TextLink>
      }
      more={change ? lastChange(change) : null}
    >
      <Places id={id} tab={tab} audit={audit} />
    </DetailPage>
  )
}
