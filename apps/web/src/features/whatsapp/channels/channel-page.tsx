import { Button, Skeleton, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconActivityHeartbeat,
  IconAlertTriangle,
  IconBuildingStore,
  IconGauge,
  IconMessages,
  IconSend,
  IconWebhook,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { TextLink } from '#web/components/content/text-link.tsx'
import { RecordFallback } from '#web/components/feedback/record-fallback.tsx'
import { DetailPage } from '#web/components/page/detail-page.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { isNotFound } from '#web/lib/api/api.ts'
import { useInvalidateOn } from '#web/lib/realtime/socket.ts'
import { useCan } from '#web/lib/session/session.ts'
import { channelsKey } from '#web/queries/channels.ts'
import { type ChannelDetail, channelQuery } from './api.ts'
import { Attention, ChannelStatusBadge } from './channel-labels.tsx'
import { ChannelOverview } from './channel-overview.tsx'
import { type ChannelTab, channelTabs } from './channel-tabs.ts'
import { useReadOnlyReason } from './settings-form.tsx'

const waiting = <Skeleton height={240} radius="lg" />
const ChannelConversationalForm = lazyComponent(
  async () => (await import('./channel-conversational-form.tsx')).ChannelConversationalForm,
  waiting,
)
const ChannelDanger = lazyComponent(async () => (await import('./channel-danger.tsx')).ChannelDanger, waiting)
const ChannelLimitsForm = lazyComponent(
  async () => (await import('./channel-limits-form.tsx')).ChannelLimitsForm,
  waiting,
)
const ChannelLinks = lazyComponent(async () => (await import('./channel-links.tsx')).ChannelLinks, waiting)
const ChannelOptOutForm = lazyComponent(
  async () => (await import('./channel-opt-out-form.tsx')).ChannelOptOutForm,
  waiting,
)
const ChannelProfileForm = lazyComponent(
  async () => (await import('./channel-profile-form.tsx')).ChannelProfileForm,
  waiting,
)
const ChannelRoutingForm = lazyComponent(
  async () => (await import('./channel-routing-form.tsx')).ChannelRoutingForm,
  waiting,
)
const ChannelWebhooks = lazyComponent(async () => (await import('./channel-webhooks.tsx')).ChannelWebhooks, waiting)

const icons = {
  overview: IconActivityHeartbeat,
  profile: IconBuildingStore,
  conversations: IconMessages,
  limits: IconGauge,
  webhooks: IconWebhook,
  danger: IconAlertTriangle,
} as const

/** Tabs with settings. */
const settings: ReadonlySet<ChannelTab> = new Set<ChannelTab>(['profile', 'conversations', 'limits'])

/** Each section resets when another person saves it, and keeps its input when a different section is saved. */
const Conversations = ({ channel }: { channel: ChannelDetail }) => {
  const { routing, conversational, optOut } = channel.settings
  return (
    <Stack gap="lg">
      <ChannelRoutingForm key={`routing ${JSON.stringify(routing)}`} channel={channel} />
      <ChannelConversationalForm key={`starters ${JSON.stringify(conversational)}`} channel={channel} />
      <ChannelOptOutForm key={`opt-out ${JSON.stringify(optOut)}`} channel={channel} />
    </Stack>
  )
}

type Props = {
  id: string
  tab: ChannelTab
  /** Shows who changed a number last. */
  lastChange: (phone: string) => ReactNode
  /** The drawer that sends a test message from the number. */
  test: (onClose: () => void) => ReactNode
}

/** One WhatsApp number with its tabs. */
export const ChannelPage = ({ id, tab, lastChange, test }: Props) => {
  const [isTesting, { open: startTest, close: endTest }] = useDisclosure(false)
  const { t } = useTranslation('whatsapp/channels')
  const can = useCan()
  const navigate = useNavigate()
  const query = useQuery(channelQuery(id))
  useInvalidateOn(['channel.updated'], [[...channelsKey, id]])
  const readOnly = useReadOnlyReason(query.data)
  const channel = query.data
  if (!channel || isNotFound(query.error)) return <RecordFallback query={query} tabs />
  const open = (next: ChannelTab) =>
    void navigate({
      to: '/integrations/whatsapp/$id',
      params: { id },
      search: next === 'overview' ? {} : { tab: next },
      replace: true,
    })
  const contents: Record<ChannelTab, ReactNode> = {
    overview: <ChannelOverview channel={channel} />,
    profile: (
      <Stack gap="lg">
        <ChannelProfileForm key={channel.id} channel={channel} />
        <ChannelLinks channel={channel} />
      </Stack>
    ),
    conversations: <Conversations channel={channel} />,
    limits: <ChannelLimitsForm key={channel.settings.version} channel={channel} />,
    webhooks: <ChannelWebhooks channelId={id} live={channel.disconnectedAt === null} />,
    danger: <ChannelDanger channel={channel} onGone={() => void navigate({ to: '/integrations/whatsapp' })} />,
  }
  const shown = channelTabs.filter((name) => name !== 'danger' || (can('channels.connect') && !channel.disconnectedAt))
  const mayTest = can('templates.write') && can('conversations.view') && !channel.disconnectedAt
  return (
    <>
      <DetailPage<ChannelTab>
        title={channel.name}
        status={<ChannelStatusBadge status={channel.status} />}
        facts={channel.phone}
        back={
          <TextLink to="/integrations/whatsapp" size="sm">
            {t('title')}
          </TextLink>
        }
        action={
          mayTest ? (
            <Button leftSection={<IconSend size={17} />} onClick={startTest}>
              {t('sendTest')}
            </Button>
          ) : null
        }
        more={tab === 'overview' || tab === 'webhooks' ? null : lastChange(channel.phone)}
        summary={channel.disconnectedAt ? null : <Attention attention={channel.attention} />}
        problems={readOnly && settings.has(tab) ? [{ id: 'read-only', tone: 'note', title: readOnly }] : []}
        tab={tab}
        onTab={open}
        tabs={shown.map((value) => ({
          value,
          label: t(`tab.${value}`),
          icon: icons[value],
          content: contents[value],
        }))}
      />
      {isTesting ? test(endTest) : null}
    </>
  )
}
