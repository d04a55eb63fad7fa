import { Tabs } from '@mantine/core'
import { IconPhone, IconTemplate, IconUserPlus } from '@tabler/icons-react'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCan } from '#web/lib/session/session.ts'
import { showChosenTab } from '#web/lib/ui/tab-in-view.ts'

export const whatsappPages = ['numbers', 'templates', 'signup'] as const
export type WhatsappPage = (typeof whatsappPages)[number]

const places = {
  numbers: { to: '/integrations/whatsapp', search: {} },
  templates: { to: '/integrations/whatsapp/templates', search: {} },
  signup: { to: '/integrations/whatsapp', search: { tab: 'signup' } },
} as const
const icons = { numbers: IconPhone, templates: IconTemplate, signup: IconUserPlus } as const

/** What there is about WhatsApp in a company, as tabs over its pages. */
export const WhatsappTabs = ({ current }: { current: WhatsappPage }) => {
  const { t } = useTranslation('whatsapp/channels')
  const can = useCan()
  const router = useRouter()
  const navigate = useNavigate()
  const shown = whatsappPages.filter(
    (page) => page !== 'templates' || (can('templates.view') && places.templates.to in router.routesByPath),
  )
  const open = (next: string | null) => {
    const page = whatsappPages.find((name) => name === next)
    if (page) void navigate({ to: places[page].to as '/integrations/whatsapp', search: places[page].search })
  }
  return (
    <Tabs value={current} onChange={open} mb="lg">
      <Tabs.List ref={showChosenTab}>
        {shown.map((page) => {
          const Icon = icons[page]
          return (
            <Tabs.Tab key={page} value={page} leftSection={<Icon size={17} />}>
              {t(`pages.${page}`)}
            </Tabs.Tab>
          )
        })}
      </Tabs.List>
    </Tabs>
  )
}
