import type { ConversationSummary } from '@recado/contracts/inbox/conversations'
import { IconEye, IconMoon, IconPencil, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { labelsQuery } from '#web/queries/labels.ts'
import classes from './actions.module.css'
import { LabelTag, PriorityMark, SlaMark } from './marks.tsx'
import { useComing } from './use-coming.ts'
import type { Viewer } from './use-viewers.ts'

const namesOf = (people: readonly Viewer[], language: string): string =>
  new Intl.ListFormat(language, { type: 'conjunction' }).format(people.map(({ name }) => name.split(' ')[0] ?? name))

/** Colleagues who have the conversation open; those who write before those who read. */
const Viewers = ({ viewers }: { viewers: readonly Viewer[] }) => {
  const { t, i18n } = useTranslation('inbox/conversations')
  const writing = viewers.filter(({ typing }) => typing)
  const shown = writing.length > 0 ? writing : viewers
  const names = namesOf(shown, i18n.language)
  const key = writing.length > 0 ? 'actions.typing' : 'actions.viewing'
  return (
    <span className={classes.typing} role="status">
      {viewers.length === 0 ? null : (
        <>
          {writing.length > 0 ? <IconPencil size={14} aria-hidden="true" /> : <IconEye size={14} aria-hidden="true" />}
          {t(key, { names, count: shown.length })}
        </>
      )}
    </span>
  )
}

/** What is true of a conversation besides its messages: team, labels, priority, promise, snooze, colleagues in it. */
export const FactsStrip = ({
  conversation,
  viewers,
}: {
  conversation: ConversationSummary
  viewers: readonly Viewer[]
}) => {
  const { t } = useTranslation('inbox/conversations')
  const coming = useComing()
  const { data } = useQuery(labelsQuery)
  const { team, labelIds, priority, slaDueAt, status, snoozedUntil } = conversation
  const labels = (data?.data ?? []).filter(({ id }) => labelIds.includes(id))
  const nothing = !team && labels.length === 0 && priority === 'none' && !slaDueAt && status !== 'snoozed'
  if (nothing && viewers.length === 0) return null
  return (
    <div className={classes.facts}>
      {status === 'snoozed' ? (
        <span className={classes.fact}>
          <IconMoon size={14} aria-hidden="true" />
          {snoozedUntil ? t('list.snoozedUntil', { time: coming(snoozedUntil) }) : t('list.snoozedReply')}
        </span>
      ) : null}
      <span className={classes.lasting}>
        <PriorityMark priority={priority} words />
        <SlaMark dueAt={slaDueAt} words />
        {team ? (
          <span className={classes.fact}>
            <IconUsers size={14} aria-hidden="true" /> {team.name}
          </span>
        ) : null}
        {labels.map((label) => (
          <LabelTag key={label.id} label={label} />
        ))}
      </span>
      <Viewers viewers={viewers} />
    </div>
  )
}
