import { Badge, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { ListCard } from '#web/components/chart/list-card.tsx'
import { Avatar } from '#web/components/content/avatar.tsx'
import { LinkButton } from '#web/components/content/link-button.tsx'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { useCan } from '#web/lib/session/session.ts'
import { type Attention, attentionQuery } from './api.ts'
import classes from './dashboard.module.css'

/** The more urgent first. */
const kinds = ['slaSoon', 'mentions', 'waiting'] as const
type Kind = (typeof kinds)[number]
type Row = Attention['waiting'][number]

const SHOWN = 6
const colors = { slaSoon: 'red', mentions: 'clay', waiting: 'gray' } as const satisfies Record<Kind, string>

/** Lists each conversation once, under its most urgent reason. */
const mostUrgent = (data: Attention): (Row & { kind: Kind })[] => {
  const all = kinds.flatMap((kind) => data[kind].map((row) => ({ ...row, kind })))
  return [...new Map(all.toReversed().map((row) => [row.id, row])).values()].toReversed().slice(0, SHOWN)
}

/** The last message: its text, or a description of its type. */
const Words = ({ row }: { row: Row }) => {
  const { t, i18n } = useTranslation('inbox/conversations')
  const kind = row.type && row.type !== 'text' && i18n.exists(`inbox/conversations:kind.${row.type}`)
  const said = [kind ? t(`kind.${row.type}`) : '', row.preview].filter(Boolean).join(': ')
  return (
    <Text size="sm" c="dimmed" lineClamp={1}>
      {said || t('list.noMessages')}
    </Text>
  )
}

const Conversation = ({ row, kind }: { row: Row; kind: Kind }) => {
  const { t } = useTranslation('admin/dashboard')
  const mayReply = useCan()('conversations.reply')
  return (
    <li className={classes.need}>
      <Avatar name={row.contact} size={36} />
      <div className={classes.needText}>
        <div className={classes.needHead}>
          <Text size="sm" fw={600} truncate>
            {row.contact}
          </Text>
          <Badge variant="light" size="sm" color={colors[kind]} className={classes.needKind ?? ''}>
            <Trans t={t} i18nKey={`attention.${kind}`} components={{ time: <RelativeTime value={row.at} /> }} />
          </Badge>
        </div>
        <Suspense fallback={<Text size="sm">&nbsp;</Text>}>
          <Words row={row} />
        </Suspense>
      </div>
      <LinkButton
        to="/integrations/whatsapp/chat"
        search={{ conversation: row.id }}
        size="compact-md"
        fz="sm"
        variant="light"
        aria-label={t(mayReply ? 'attention.answerTo' : 'attention.openOf', { contact: row.contact })}
      >
        {t(mayReply ? 'attention.answer' : 'attention.open')}
      </LinkButton>
    </li>
  )
}

/** Conversations that need this member's attention, with their last message. */
export const AttentionCard = () => {
  const { t } = useTranslation('admin/dashboard')
  const query = useQuery(attentionQuery)
  const rows = query.data ? mostUrgent(query.data) : []
  const nothing = (
    <div className={classes.caughtUp}>
      <IconCircleCheck size={20} aria-hidden="true" /> {t('attention.none')}
    </div>
  )
  return (
    <ListCard title={t('attention.title')} query={query} nothing={rows.length === 0 ? nothing : null}>
      <ul className={classes.needs}>
        {rows.map(({ kind, ...row }) => (
          <Conversation key={row.id} row={row} kind={kind} />
        ))}
      </ul>
    </ListCard>
  )
}
