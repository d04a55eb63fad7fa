import { Badge, Group, Stack, Text } from '@mantine/core'
import type { LogEntry } from '@recado/contracts/inbox/message-log'
import { graphErrorTextKey } from '@recado/contracts/whatsapp/graph-errors'
import {
  IconAlertCircle,
  IconArrowDownLeft,
  IconArrowUpRight,
  IconCheck,
  IconChecks,
  IconClock,
  IconHelpCircle,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { dateTime } from '#web/lib/i18n/dates.ts'
import { useMoney } from '#web/lib/i18n/money.ts'
import { plainText } from '#web/lib/ui/parse-format.ts'

const looks = {
  received: { icon: IconArrowDownLeft, color: 'gray' },
  queued: { icon: IconClock, color: 'gray' },
  sending: { icon: IconClock, color: 'gray' },
  unknown: { icon: IconHelpCircle, color: 'clay' },
  accepted: { icon: IconClock, color: 'gray' },
  held: { icon: IconClock, color: 'clay' },
  sent: { icon: IconCheck, color: 'gray' },
  failed: { icon: IconAlertCircle, color: 'red' },
  delivered: { icon: IconChecks, color: 'petrol' },
  read: { icon: IconChecks, color: 'petrol' },
  played: { icon: IconChecks, color: 'petrol' },
} as const satisfies Record<LogEntry['status'], unknown>

/** How far a message has come; a shape besides the color. */
export const StatusBadge = ({ status }: { status: LogEntry['status'] }) => {
  const { t } = useTranslation('inbox/message-log')
  const { icon: Icon, color } = looks[status]
  return (
    <Badge variant="light" color={color} leftSection={<Icon size={13} aria-hidden="true" />}>
      {t(`status.${status}`)}
    </Badge>
  )
}

/** Why a message failed, in plain words. */
export const Reason = ({ error }: { error: LogEntry['error'] }) => {
  const { t } = useTranslation(['inbox/message-log', 'whatsapp/graph-errors'])
  if (!error) return null
  return (
    <Text size="xs" c="dimmed" lineClamp={2} maw={260}>
      {t(`whatsapp/graph-errors:${graphErrorTextKey(error.code)}.reason`, { defaultValue: t(`class.${error.class}`) })}
    </Text>
  )
}

export const Direction = ({ direction }: { direction: LogEntry['direction'] }) => {
  const { t } = useTranslation('inbox/message-log')
  const Icon = direction === 'in' ? IconArrowDownLeft : IconArrowUpRight
  return <Icon size={17} role="img" aria-label={t(`direction.${direction}`)} />
}

export const Cost = ({ cost }: { cost: LogEntry['cost'] }) => {
  const { t } = useTranslation('inbox/message-log')
  const { money } = useMoney()
  if (!cost) return <>–</>
  if (cost.amount === 0) return <Text size="sm">{t('free')}</Text>
  const text = money(cost.amount, cost.currency)
  return (
    <Text size="sm" style={{ whiteSpace: 'nowrap' }} title={cost.estimated ? t('estimated') : undefined}>
      {cost.estimated ? `≈ ${text}` : text}
    </Text>
  )
}

/** Who sent it: the person, or what did it for them; the contact for what came in. */
export const Origin = ({ entry }: { entry: LogEntry }) => {
  const { t } = useTranslation('inbox/message-log')
  return (
    <Text span size="sm" inherit>
      {entry.author?.name ?? t(`origin.${entry.origin}`)}
    </Text>
  )
}

/** The text, or what stands for it. */
export const Preview = ({ entry }: { entry: LogEntry }) => {
  const { t } = useTranslation('inbox/message-log')
  const kind = entry.templateName ?? (entry.type === 'text' ? null : t(`type.${entry.type}`))
  return (
    <Text size="sm" lineClamp={2} miw={180} maw={360}>
      {kind ? (
        <Text span c="dimmed" size="sm">
          {kind}
          {entry.preview ? ' · ' : ''}
        </Text>
      ) : null}
      {plainText(entry.preview)}
    </Text>
  )
}

/** How far a message has come, and why no further. */
export const Outcome = ({ status, error }: Pick<LogEntry, 'status' | 'error'>) => (
  <Stack gap={2} align="flex-start">
    <StatusBadge status={status} />
    <Reason error={error} />
  </Stack>
)

/** Above a message on a card: which way it went, whose it is and when. */
export const CardHead = ({ entry, name }: { entry: Pick<LogEntry, 'direction' | 'occurredAt'>; name: string }) => {
  const { i18n } = useTranslation()
  return (
    <Group justify="space-between" wrap="nowrap">
      <Group gap={6} wrap="nowrap" style={{ minWidth: 0 }}>
        <Direction direction={entry.direction} />
        <Text size="sm" fw={600} truncate>
          {name}
        </Text>
      </Group>
      <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        {dateTime(entry.occurredAt, i18n.language)}
      </Text>
    </Group>
  )
}
