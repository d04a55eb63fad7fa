import { Tabs } from '@mantine/core'
import { IconChartBar, IconKey, IconWebhook } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '#web/components/page/page-header.tsx'
import { showChosenTab } from '#web/lib/ui/tab-in-view.ts'

/** The pages for developers, each a route of its own below `/company/apis`. */
const places = {
  keys: { to: '/company/apis', icon: IconKey },
  webhooks: { to: '/company/apis/webhooks', icon: IconWebhook },
  usage: { to: '/company/apis/usage', icon: IconChartBar },
} as const
export type ApisTab = keyof typeof places
const names = Object.keys(places) as ApisTab[]

/** What programs use of a company, as tabs over its pages: `children` is the one that is open. */
export const ApisPage = ({ current, children }: { current: ApisTab; children: ReactNode }) => {
  const { t } = useTranslation('integrations/apis')
  const navigate = useNavigate()
  const open = (next: string | null) => {
    const name = names.find((one) => one === next)
    if (name) void navigate({ to: places[name].to })
  }
  return (
    <>
      <PageHeader title={t('title')} />
      {names.length > 1 ? (
        <Tabs value={current} onChange={open} mb="lg">
          <Tabs.List ref={showChosenTab}>
            {names.map((name) => {
              const Icon = places[name].icon
              return (
                <Tabs.Tab key={name} value={name} leftSection={<Icon size={17} />}>
                  {t(`tabs.${name}`)}
                </Tabs.Tab>
              )
            })}
          </Tabs.List>
        </Tabs>
      ) : null}
      {children}
    </>
  )
}
