import { Button } from '@mantine/core'
import type { Ability } from '@recado/contracts'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { PageHeader } from '#web/components/page/page-header.tsx'
import { PageTabs } from '#web/components/page/page-tabs.tsx'
import { changeSearch } from '#web/lib/api/search.ts'
import { useInvalidateOn } from '#web/lib/realtime/socket.ts'
import { useCan } from '#web/lib/session/session.ts'
import { privacyCountsQuery, privacyKey } from '#web/queries/privacy.ts'
import { RequestsList } from './requests-list.tsx'
import { type PrivacySearch, type PrivacyTab, privacyTabs } from './search.ts'

const RequestDrawer = lazyComponent(
  async () => (await import('#web/components/contact/request-drawer.tsx')).RequestDrawer,
)
const RequestPanel = lazyComponent(async () => (await import('./request-panel.tsx')).RequestPanel)
const AffectedDrawer = lazyComponent(async () => (await import('./affected-drawer.tsx')).AffectedDrawer)
const ErasuresList = lazyComponent(async () => (await import('./erasures-list.tsx')).ErasuresList)
const SuppressionTab = lazyComponent(async () => (await import('./suppression-tab.tsx')).SuppressionTab)

type Props = { search: PrivacySearch; onSearch: (next: PrivacySearch) => void }

/** What people asked about their data, by when it has to be answered, and who must not be written to. */
export const PrivacyPage = ({ search, onSearch }: Props) => {
  const { t } = useTranslation('contacts/privacy')
  const can = useCan()
  const [creating, setCreating] = useState(false)
  const [gathering, setGathering] = useState(false)
  const counts = useQuery(privacyCountsQuery).data
  useInvalidateOn(['contact.updated'], [privacyKey])
  const { tab = 'open' } = search
  const needed: Partial<Record<PrivacyTab, Ability>> = { erasures: 'contacts.erase', suppression: 'privacy.manage' }
  const shown = privacyTabs.filter((one) => {
    const ability = needed[one]
    return ability === undefined || can(ability)
  })
  const labelOf = (one: PrivacyTab) => {
    const count = one === 'open' ? counts?.open : one === 'due' ? counts?.due : 0
    return count ? t('tab.counted', { name: t(`tab.${one}`), count }) : t(`tab.${one}`)
  }
  const contentOf = (one: PrivacyTab) =>
    one === 'suppression' ? (
      <SuppressionTab />
    ) : one === 'erasures' ? (
      <ErasuresList search={search} onSearch={onSearch} />
    ) : (
      <RequestsList view={one} search={search} onSearch={onSearch} onCreate={() => setCreating(true)} />
    )
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <>
            {can('privacy.manage') ? (
              <Button variant="default" onClick={() => setGathering(true)}>
                {t('affected.open')}
              </Button>
            ) : null}
            {can('contacts.edit') ? (
              <Button leftSection={<IconPlus size={18} />} onClick={() => setCreating(true)}>
                {t('create.open')}
              </Button>
            ) : null}
          </>
        }
      />
      <PageTabs<PrivacyTab>
        tab={tab}
        tabs={shown.map((value) => ({ value, label: labelOf(value), content: contentOf(value) }))}
        onTab={(next) => onSearch(next === 'open' ? {} : { tab: next })}
      />
      {gathering ? <AffectedDrawer onClose={() => setGathering(false)} /> : null}
      {creating ? (
        <RequestDrawer onClose={() => setCreating(false)} onCreated={(request) => onSearch({ ...search, request })} />
      ) : null}
      {search.request ? (
        <RequestPanel
          key={search.request}
          id={search.request}
          onClose={() => onSearch(changeSearch(search, { request: '', cursor: search.cursor }))}
        />
      ) : null}
    </>
  )
}
