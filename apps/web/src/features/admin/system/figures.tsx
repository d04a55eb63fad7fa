import { Paper, SimpleGrid, Table, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import type { System } from './api.ts'
import classes from './system.module.css'
import { useAmounts } from './use-amounts.ts'

const Card = ({ title, children }: { title: string; children: ReactNode }) => (
  <Paper withBorder p="md" component="section" aria-label={title}>
    <Title order={2} fz="md" mb="sm">
      {title}
    </Title>
    {children}
  </Paper>
)

const Facts = ({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) => (
  <dl className={classes.facts}>
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

const Ago = ({ value }: { value: string | null }) => (value ? <RelativeTime value={value} /> : '–')

/** What comes from Meta and what goes there, and the machine under it. */
export const FigureCards = ({ system }: { system: System }) => {
  const { t } = useTranslation('admin/system')
  const { bytes, number, span } = useAmounts()
  const { webhooks, sends, meta, database, disk } = system
  const classesOf = meta.classes.map(({ name, count }) => `${t(`inbox/message-log:class.${name}`)} ${number(count)}`)
  return (
    <SimpleGrid cols={{ base: 1, md: 2, xl: 4 }}>
      <Card title={t('card.webhooks')}>
        <Facts
          facts={[
            [t('waiting'), number(webhooks.waiting)],
            [t('oldest'), <Ago key="oldest" value={webhooks.oldestAt} />],
            [t('failed'), number(webhooks.failed)],
            [t('lastCame'), <Ago key="last" value={webhooks.lastAt} />],
          ]}
        />
      </Card>
      <Card title={t('card.sends')}>
        <Facts
          facts={[
            [t('waiting'), number(sends.waiting)],
            [t('oldest'), <Ago key="oldest" value={sends.oldestAt} />],
            [t('unknown'), number(sends.unknown)],
            [t('sentLately'), number(meta.sent)],
            [t('refusedLately'), [number(meta.failed), ...classesOf].join(' · ')],
          ]}
        />
      </Card>
      <Card title={t('card.database')}>
        <Facts
          facts={[
            [t('answersIn'), t('milliseconds', { formatted: number(database.milliseconds) })],
            [t('connections'), `${number(database.connections)} / ${number(database.maxConnections)}`],
            [t('longest'), span(database.longestSeconds)],
            [t('size'), bytes(database.bytes)],
            [t('migrations'), number(database.migrations)],
          ]}
        />
      </Card>
      <Card title={t('card.machine')}>
        <Facts
          facts={[
            [t('workers'), number(system.workers)],
            [t('sockets'), number(system.sockets)],
            [t('disk'), t('freeOf', { free: bytes(disk.free), total: bytes(disk.total) })],
            [t('version'), system.version],
          ]}
        />
      </Card>
    </SimpleGrid>
  )
}

/** What each queue holds. */
export const QueueTable = ({ queues }: { queues: System['queues'] }) => {
  const { t } = useTranslation('admin/system')
  const { number } = useAmounts()
  return (
    <Card title={t('card.queues')}>
      <Table.ScrollContainer minWidth={480} type="native" tabIndex={0} aria-label={t('card.queues')}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('queue')}</Table.Th>
              <Table.Th ta="right">{t('waiting')}</Table.Th>
              <Table.Th>{t('oldest')}</Table.Th>
              <Table.Th ta="right">{t('running')}</Table.Th>
              <Table.Th ta="right">{t('delayed')}</Table.Th>
              <Table.Th ta="right">{t('failed')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {queues.map((row) => (
              <Table.Tr key={row.queue}>
                <Table.Td>{t(`queues.${row.queue}`)}</Table.Td>
                <Table.Td ta="right">{number(row.waiting)}</Table.Td>
                <Table.Td>
                  <Ago value={row.oldestAt} />
                </Table.Td>
                <Table.Td ta="right">{number(row.running)}</Table.Td>
                <Table.Td ta="right">{number(row.delayed)}</Table.Td>
                <Table.Td ta="right">
                  <Text span size="sm" {...(row.failed > 0 ? { fw: 700, c: 'var(--accent-text)' } : {})}>
                    {number(row.failed)}
                  </Text>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Card>
  )
}

/** What runs by the clock. */
export const ScheduleTable = ({ schedules }: { schedules: System['schedules'] }) => {
  const { t } = useTranslation('admin/system')
  return (
    <Card title={t('card.schedules')}>
      <Table.ScrollContainer minWidth={480} maxHeight={420} type="native" tabIndex={0} aria-label={t('card.schedules')}>
        <Table stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('schedule')}</Table.Th>
              <Table.Th>{t('cron')}</Table.Th>
              <Table.Th>{t('last')}</Table.Th>
              <Table.Th>{t('next')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {schedules.map((row) => (
              <Table.Tr key={row.name}>
                <Table.Td>
                  <code>{row.name}</code>
                </Table.Td>
                <Table.Td className={classes.inOneLine ?? ''}>
                  <code>{row.cron}</code> {row.timezone}
                </Table.Td>
                <Table.Td>
                  <Ago value={row.lastAt} />
                </Table.Td>
                <Table.Td>
                  <Ago value={row.nextAt} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Card>
  )
}
