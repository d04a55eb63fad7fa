import { Badge, Grid, Group, Paper, Table, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ChannelType, channelTypes } from '@recado/contracts/notifications/domain'
import { IconActivityHeartbeat, IconCheck, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { JsonView } from '#web/components/content/json-view.tsx'
import { LinkButton } from '#web/components/content/link-button.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { RecordFallback } from '#web/components/feedback/record-fallback.tsx'
import { DetailPage } from '#web/components/page/detail-page.tsx'
import { isNotFound } from '#web/lib/api/api.ts'
import { dateTime } from '#web/lib/i18n/dates.ts'
import { type SubscriberDetail, subscriberQuery } from './api.ts'
import { CriticalBadge, StepIcon } from './labels.tsx'
import classes from './notifications.module.css'
import { Presence } from './subscribers-page.tsx'
import { useProviderName } from './use-step-texts.ts'

const YesNo = ({ value }: { value: boolean | undefined }) => {
  const { t } = useTranslation('admin/notifications')
  if (value === undefined) return <Text c="dimmed">–</Text>
  const Icon = value ? IconCheck : IconX
  return (
    <span
      className={classes.moment}
      data-color={value ? 'petrol' : 'gray'}
      role="img"
      aria-label={t(value ? 'yes' : 'no')}
    >
      <Icon size={18} stroke={2.2} />
    </span>
  )
}

type Choice = { enabled: boolean; channels: SubscriberDetail['global']['channels'] }

const Cells = ({ choice }: { choice: Choice }) =>
  channelTypes.map((type) => (
    <Table.Td key={type} ta="center">
      <YesNo value={choice.enabled ? choice.channels[type] : choice.channels[type] === undefined ? undefined : false} />
    </Table.Td>
  ))

const ChannelHead = ({ type, short }: { type: ChannelType; short: boolean }) => {
  const { t } = useTranslation('admin/notifications')
  const name = t(`step.${type}`)
  if (!short) return name
  return (
    <span role="img" aria-label={name} title={name}>
      <StepIcon type={type} />
    </span>
  )
}

const Preferences = ({ subscriber }: { subscriber: SubscriberDetail }) => {
  const { t } = useTranslation('admin/notifications')
  const phone = useMediaQuery('(max-width: 48em)') ?? false
  return (
    <Paper withBorder component="section" aria-label={t('subscriber.preferences')}>
      <Title order={2} p="lg" pb="sm">
        {t('subscriber.preferences')}
      </Title>
      <Table.ScrollContainer minWidth={phone ? 0 : 620} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table horizontalSpacing={phone ? 'xs' : 'lg'} verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('column.workflow')}</Table.Th>
              {channelTypes.map((type) => (
                <Table.Th key={type} ta="center">
                  <ChannelHead type={type} short={phone} />
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            <Table.Tr>
              <Table.Td>
                <Text size="sm" fw={600}>
                  {t('subscriber.everything')}
                </Text>
              </Table.Td>
              <Cells choice={subscriber.global} />
            </Table.Tr>
            {subscriber.workflows.map((choice) => (
              <Table.Tr key={choice.workflowId}>
                <Table.Td>
                  <Group gap={8}>
                    <TextLink to="/admin/notifications/workflows/$id" params={{ id: choice.workflowId }} size="sm">
                      {choice.name}
                    </TextLink>
                    {choice.critical ? <CriticalBadge /> : null}
                  </Group>
                </Table.Td>
                <Cells choice={choice} />
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  )
}

const Facts = ({ subscriber }: { subscriber: SubscriberDetail }) => {
  const { t, i18n } = useTranslation('admin/notifications')
  const rows: [string, React.ReactNode][] = [
    [
      t('subscriber.id'),
      <span key="id" className={classes.mono}>
        {subscriber.subscriberId}
      </span>,
    ],
    [t('subscriber.email'), subscriber.email ?? '–'],
    [t('subscriber.phone'), subscriber.phone ?? '–'],
    [t('subscriber.locale'), subscriber.locale ?? '–'],
    [t('subscriber.timezone'), subscriber.timezone?.replaceAll('_', ' ') ?? '–'],
    [t('subscriber.lastOnline'), <Presence key="online" {...subscriber} />],
    [t('subscriber.unread'), subscriber.unread],
    [t('subscriber.since'), dateTime(subscriber.createdAt, i18n.language)],
  ]
  return (
    <dl className={classes.facts}>
      {rows.map(([name, value]) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const Belongings = ({ subscriber }: { subscriber: SubscriberDetail }) => {
  const { t } = useTranslation('admin/notifications')
  const nameOf = useProviderName()
  return (
    <>
      <Title order={2} fz="md" mt="lg" mb="xs">
        {t('subscriber.addresses')}
      </Title>
      {subscriber.channels.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('subscriber.noAddresses')}
        </Text>
      ) : (
        subscriber.channels.map(({ providerId, tokens }) => (
          <Text key={providerId} size="sm">
            {nameOf(providerId)}
            {tokens > 0 ? ` · ${t('subscriber.devices', { count: tokens })}` : ''}
          </Text>
        ))
      )}
      <Title order={2} fz="md" mt="lg" mb="xs">
        {t('subscriber.topics')}
      </Title>
      {subscriber.topics.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('subscriber.noTopics')}
        </Text>
      ) : (
        <Group gap={6}>
          {subscriber.topics.map(({ key, name }) => (
            <Badge key={key} variant="default" fw={500} title={key}>
              {name}
            </Badge>
          ))}
        </Group>
      )}
      {subscriber.data && Object.keys(subscriber.data).length > 0 ? (
        <>
          <Title order={2} fz="md" mt="lg" mb="xs">
            {t('subscriber.data')}
          </Title>
          <JsonView value={subscriber.data} label={t('subscriber.data')} />
        </>
      ) : null}
    </>
  )
}

/** One subscriber: how to reach them, what they want to hear, and where they belong. */
export const SubscriberPage = ({ subscriberId }: { subscriberId: string }) => {
  const { t } = useTranslation('admin/notifications')
  const query = useQuery(subscriberQuery(subscriberId))
  const subscriber = query.data
  if (!subscriber || isNotFound(query.error)) return <RecordFallback query={query} />
  return (
    <DetailPage
      title={subscriber.name || subscriber.subscriberId}
      facts={subscriber.email}
      back={
        <TextLink to="/admin/notifications/subscribers" size="sm">
          {t('subscribers.title')}
        </TextLink>
      }
      action={
        <LinkButton
          to="/admin/notifications/activity"
          search={{ subscriber: subscriberId }}
          leftSection={<IconActivityHeartbeat size={17} />}
        >
          {t('workflow.activity')}
        </LinkButton>
      }
    >
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 8 }} order={{ base: 2, lg: 1 }}>
          <Preferences subscriber={subscriber} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }} order={{ base: 1, lg: 2 }}>
          <Paper withBorder p="lg">
            <Facts subscriber={subscriber} />
            <Belongings subscriber={subscriber} />
          </Paper>
        </Grid.Col>
      </Grid>
    </DetailPage>
  )
}
