import { Button, Group } from '@mantine/core'
import type { EndpointCall } from '@recado/contracts/endpoint'
import { type ChannelFix, fixChannel } from '@recado/contracts/whatsapp/channel-fixes'
import type { ChannelHealth } from '@recado/contracts/whatsapp/channel-health'
import { classifyGraphError } from '@recado/contracts/whatsapp/graph-errors'
import { IconTool } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '#web/components/content/link-button.tsx'
import { MetaLink } from '#web/components/content/meta-link.tsx'
import { call } from '#web/lib/api/api.ts'
import { useCan } from '#web/lib/session/session.ts'
import { metaPages } from '#web/lib/ui/meta-pages.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { channelsKey } from '#web/queries/channels.ts'
import { type ChannelDetail, channelQuery } from './api.ts'
import { PinDialog } from './pin-dialog.tsx'

type Check = ChannelHealth['checks'][number]
type Mending = { fix?: ChannelFix; meta?: string; reconnect?: boolean }

/** What can be done about each check: mended from here, by a new token, or on a page of Meta. */
const mendingOf = ({ name, value, errorCode }: Check, { wabaId, kind }: ChannelDetail): Mending => {
  const numbers = metaPages.numbers(wabaId)
  if (name === 'registration' && value === 'BANNED') return { meta: numbers }
  if (name === 'registration' && errorCode !== null) return { meta: numbers, reconnect: true }
  const reconnect = errorCode !== null && classifyGraphError(errorCode).errorClass === 'auth'
  const mendings: Record<Check['name'], Mending> = {
    token: { reconnect: true },
    subscription: { fix: 'resubscribe', reconnect },
    fields: { fix: 'resubscribe' },
    webhook_lag: { fix: 'resubscribe' },
    last_event: { fix: 'resubscribe' },
    registration: kind === 'coexistence' ? { reconnect: true } : { fix: 'register' },
    sending: { meta: metaPages.quality },
    payment: { fix: 'payment', meta: metaPages.billing },
    quality: { meta: metaPages.insights(wabaId) },
    limit: { meta: numbers },
    name: { meta: numbers },
    verification: { meta: metaPages.security },
    pin: { fix: 'pin' },
    templates: { fix: 'templates', reconnect },
    phone_app: {},
  }
  return mendings[name]
}

type Body = EndpointCall<typeof fixChannel>['body']

/** `quiet` where a form says itself what was refused. */
const useFix = (channel: ChannelDetail, quiet = false) => {
  const { t } = useTranslation('whatsapp/channels')
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Body) => call(fixChannel, { params: { id: channel.id }, body }),
    onSuccess: (detail) => {
      queryClient.setQueryData(channelQuery(channel.id).queryKey, detail)
      toastSuccess(t('fixButton.done'))
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: channelsKey }),
    meta: { quiet },
  })
}

/** The buttons that mend what a check found. */
export const HealthFix = ({ check, channel }: { check: Check; channel: ChannelDetail }) => {
  const { t } = useTranslation('whatsapp/channels')
  const can = useCan()
  const fix = useFix(channel)
  const give = useFix(channel, true)
  const [asking, setAsking] = useState<'pin' | 'register' | null>(null)
  if (!can('channels.manage') || channel.disconnectedAt) return null
  const { fix: action, meta, ...mending } = mendingOf(check, channel)
  const reconnect = mending.reconnect && can('channels.connect')
  const start = () => {
    if (action === 'pin' || action === 'register') setAsking(action)
    else if (action) fix.mutate({ fix: action })
  }
  return (
    <Group gap="xs" mt={8}>
      {reconnect && channel.tokenKind === 'embedded' ? (
        <LinkButton to="/integrations/whatsapp" search={{ tab: 'signup' }} size="xs">
          {t('fixButton.reconnect')}
        </LinkButton>
      ) : null}
      {reconnect ? (
        <LinkButton
          to="/integrations/whatsapp/$id"
          params={{ id: channel.id }}
          search={{ tab: 'danger' }}
          size="xs"
          variant={channel.tokenKind === 'embedded' ? 'default' : 'filled'}
        >
          {t('fixButton.token')}
        </LinkButton>
      ) : null}
      {meta ? (
        <MetaLink href={meta} size="xs" variant={action ? 'default' : 'filled'}>
          {t(`fixButton.meta.${check.name}` as 'fixButton.meta.payment')}
        </MetaLink>
      ) : null}
      {action ? (
        <Button size="xs" leftSection={<IconTool size={14} />} loading={fix.isPending} onClick={start}>
          {t(`fixButton.${action}`)}
        </Button>
      ) : null}
      {asking ? (
        <PinDialog
          kind={asking}
          onGive={(pin) => give.mutateAsync({ fix: asking, pin })}
          onClose={() => setAsking(null)}
        />
      ) : null}
    </Group>
  )
}
