import { Alert, Button, Group, Paper, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ChannelHealth } from '@recado/contracts/whatsapp/channel-health'
import type { ChannelUsage } from '@recado/contracts/whatsapp/channel-usage'
import { graphErrorTextKey } from '@recado/contracts/whatsapp/graph-errors'
import {
  IconAlertTriangleFilled,
  IconChevronDown,
  IconCircleCheckFilled,
  IconCircleXFilled,
  IconHelpCircle,
  IconRefresh,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { CopyButton } from '#web/components/feedback/copy-button.tsx'
import { type ChannelDetail, usageQuery, useHealthCheck } from './api.ts'
import { ChannelActivity } from './channel-activity.tsx'
import { Lag, Money } from './channel-figures.tsx'
import { limitText, Quality, reasonText } from './channel-labels.tsx'
import { SpendNotice, SpendToday } from './channel-spend.tsx'
import classes from './channels.module.css'
import { HealthFix } from './health-fix.tsx'
import { LimitGauge } from './limit-gauge.tsx'

type Check = ChannelHealth['checks'][number]

const icons = {
  ok: <IconCircleCheckFilled size={22} color="#2b9a53" />,
  warning: <IconAlertTriangleFilled size={22} color="#d99a06" />,
  problem: <IconCircleXFilled size={22} color="var(--mantine-color-error)" />,
  unknown: <IconHelpCircle size={22} color="var(--mantine-color-dimmed)" />,
} as const

const dated = new Set<Check['name']>(['token', 'last_event', 'templates', 'phone_app', 'payment'])

const shownValue = (check: Check): ReactNode => {
  if (!check.value) return null
  if (check.name === 'fields') return check.value.split(' ').join(', ')
  if (check.name === 'webhook_lag') return <Lag seconds={Number(check.value)} />
  return dated.has(check.name) ? <RelativeTime value={check.value} /> : null
}

/** Texts for a state of which a check has a kind of its own. */
const wordOf = ({ name, state, value }: Check) => {
  if (name === 'token' && state === 'warning') return 'soon'
  if (name === 'token' && state === 'ok' && value) return 'until'
  if (name === 'payment' && state !== 'ok' && value) return 'since'
  if (name === 'last_event' && state === 'problem') return 'stale'
  return state === 'problem' || state === 'warning' ? 'bad' : state === 'ok' ? 'ok' : 'unknown'
}

/** Meta answered with an error where it should have told how this is. */
const isUnread = ({ errorCode, value }: Check) => errorCode !== null && value === null

const useWords = (check: Check): ReactNode => {
  const { t, i18n } = useTranslation('whatsapp/channels')
  const { name, value } = check
  if (name !== 'token' && isUnread(check)) return t('healthState.unread')
  if (name === 'registration' && value === 'BANNED') return t('healthState.registration.banned')
  const shown = name === 'limit' ? limitText(t, value, i18n.language) : shownValue(check)
  return <Trans t={t} i18nKey={`healthState.${name}.${wordOf(check)}`} components={{ value: <>{shown}</> }} />
}

const CheckLine = ({ check, channel }: { check: Check; channel: ChannelDetail }) => {
  const { t } = useTranslation(['whatsapp/channels', 'whatsapp/graph-errors'])
  const { name, state, value, errorCode } = check
  const gone = channel.disconnectedAt !== null
  const bad = !gone && (state === 'problem' || state === 'warning')
  const words = useWords(check)
  const now = t(`state.${state}`)
  const label = gone ? t('healthThen.state', { state: now }) : now
  return (
    <li data-check={name} data-state={state}>
      <span role="img" aria-label={label} title={label} {...(gone ? { className: classes.then } : {})}>
        {icons[state]}
      </span>
      <div>
        <Text size="sm" fw={600}>
          {t(`health.${name}`)}
        </Text>
        <Text size="sm" c="dimmed" component="div">
          {words}
        </Text>
        {bad ? (
          <>
            <Text size="sm" mt={4}>
              {errorCode !== null
                ? t(`whatsapp/graph-errors:${graphErrorTextKey(errorCode)}.next`)
                : t(value === 'BANNED' ? 'reason.number_banned' : `fix.${name}`)}
            </Text>
            <HealthFix check={check} channel={channel} />
          </>
        ) : null}
      </div>
    </li>
  )
}

const severity: Readonly<Record<Check['state'], number>> = { problem: 0, warning: 1, unknown: 2, ok: 3 }

/** Checks that need attention first, and the rest behind a button. A disconnected number shows all of them alike. */
const Checks = ({ channel }: { channel: ChannelDetail }) => {
  const { t } = useTranslation('whatsapp/channels')
  const [isOpen, { toggle }] = useDisclosure(false)
  const id = useId()
  const sorted = [...channel.health.checks].sort((a, b) => severity[a.state] - severity[b.state])
  const needing = sorted.filter(({ state }) => state === 'problem' || state === 'warning')
  const others = sorted.slice(needing.length)
  const list = (checks: readonly Check[]) => (
    <ul className={classes.checks}>
      {checks.map((check) => (
        <CheckLine key={check.name} check={check} channel={channel} />
      ))}
    </ul>
  )
  if (channel.disconnectedAt !== null) return list(sorted)
  return (
    <>
      {list(needing)}
      {others.length > 0 ? (
        <>
          <UnstyledButton className={classes.others ?? ''} aria-expanded={isOpen} aria-controls={id} onClick={toggle}>
            <IconChevronDown size={16} aria-hidden="true" data-open={isOpen || undefined} />
            {t(isOpen ? 'attention.hide' : 'attention.show', { count: others.length })}
          </UnstyledButton>
          <div id={id} hidden={!isOpen}>
            {isOpen ? list(others) : null}
          </div>
        </>
      ) : null}
    </>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

const Facts = ({ channel, usage }: { channel: ChannelDetail; usage: ChannelUsage | undefined }) => {
  const { t, i18n } = useTranslation('whatsapp/channels')
  const when = (at: string | null) => (at ? <RelativeTime value={at} /> : t('common:never'))
  return (
    <dl className={classes.facts}>
      <Fact label={t('column.quality')}>
        <Quality value={channel.quality} />
      </Fact>
      <Fact label={t('column.limit')}>
        {usage ? <LimitGauge usage={usage} /> : limitText(t, channel.messagingLimit, i18n.language)}
      </Fact>
      {usage ? (
        <>
          <Fact label={t('fact.spendToday')}>
            <SpendToday channel={channel} usage={usage} />
          </Fact>
          <Fact label={t('column.spendMonth')}>
            <Money amount={usage.spendMonth} currency={usage.currency} ratesFrom={usage.ratesFrom} />
          </Fact>
          <Fact label={t('fact.messagesDay')}>{new Intl.NumberFormat(i18n.language).format(usage.messagesDay)}</Fact>
          <Fact label={t('column.lag')}>
            <Lag seconds={usage.webhookLagSeconds} />
          </Fact>
        </>
      ) : null}
      <Fact label={t('fact.throughput')}>{t('fact.perSecond', { count: channel.throughput })}</Fact>
      <Fact label={t('column.lastInbound')}>{when(channel.lastInboundAt)}</Fact>
      <Fact label={t('column.lastOutbound')}>{when(channel.lastOutboundAt)}</Fact>
      <Fact label={t('fact.account')}>{channel.accountName || '–'}</Fact>
      <Fact label={t('field.wabaId')}>
        {channel.wabaId} <CopyButton value={channel.wabaId} size="xs" />
      </Fact>
      <Fact label={t('field.phoneNumberId')}>
        {channel.phoneNumberId} <CopyButton value={channel.phoneNumberId} size="xs" />
      </Fact>
      <Fact label={t('fact.kind')}>{t(`kind.${channel.kind}`)}</Fact>
      <Fact label={t('fact.since')}>{when(channel.createdAt)}</Fact>
      {channel.hasOwnApp ? (
        <>
          <Fact label={t('fact.webhookUrl')}>
            {channel.webhook.url} <CopyButton value={channel.webhook.url} size="xs" />
          </Fact>
          {channel.webhook.verifyToken ? (
            <Fact label={t('fact.verifyToken')}>
              {channel.webhook.verifyToken} <CopyButton value={channel.webhook.verifyToken} size="xs" />
            </Fact>
          ) : null}
        </>
      ) : null}
    </dl>
  )
}

/** How the number is: what was checked, what to do about each problem, and the facts. */
export const ChannelOverview = ({ channel }: { channel: ChannelDetail }) => {
  const { t } = useTranslation(['whatsapp/channels', 'whatsapp/graph-errors'])
  const check = useHealthCheck(channel.id)
  const usage = useQuery(usageQuery()).data?.data.find(({ id }) => id === channel.id)
  const { checkedAt, checks } = channel.health
  const gone = channel.disconnectedAt !== null
  const reason = channel.status === 'connected' ? null : reasonText(t, channel.statusReason)
  return (
    <>
      {channel.paused ? (
        <Alert color="red" mb="lg" title={t(`paused.${channel.paused.scope}`)}>
          {t('paused.text')} {channel.paused.reason.startsWith('incident:') ? '' : channel.paused.reason}
        </Alert>
      ) : null}
      <SpendNotice channel={channel} />
      {gone || reason ? (
        <Alert color={channel.status === 'degraded' ? 'clay' : 'red'} mb="lg" title={t(`status.${channel.status}`)}>
          {gone && channel.statusReason !== 'moved_to_another_company' ? t('disconnectedText') : reason}
        </Alert>
      ) : null}
      <div className={classes.two}>
        <Stack gap="lg">
          <Paper withBorder p="lg" component="section" aria-labelledby="health-title">
            <Group justify="space-between" mb="xs">
              <div>
                <Title order={2} fz="md" id="health-title">
                  {t(gone ? 'healthThen.title' : 'healthTitle')}
                </Title>
                <Text size="xs" c="dimmed">
                  {checkedAt ? (
                    <Trans
                      t={t}
                      i18nKey={gone ? 'healthThen.checked' : 'checked'}
                      components={{ time: <RelativeTime value={checkedAt} /> }}
                    />
                  ) : (
                    t('notChecked')
                  )}
                </Text>
              </div>
              {gone ? null : (
                <Button
                  variant="light"
                  size="sm"
                  leftSection={<IconRefresh size={16} />}
                  loading={check.isPending}
                  onClick={() => check.mutate()}
                >
                  {t('checkNow')}
                </Button>
              )}
            </Group>
            <Checks channel={channel} />
            {checks.length === 0 ? (
              <Text size="sm" c="dimmed" py="md">
                {t('noChecks')}
              </Text>
            ) : null}
          </Paper>
          <ChannelActivity channel={channel} />
        </Stack>
        <Paper withBorder p="lg" component="section" aria-label={t('facts')}>
          <Facts channel={channel} usage={usage} />
        </Paper>
      </div>
    </>
  )
}
