import { Text } from '@mantine/core'
import type { ReplyRoute } from '@recado/contracts/campaigns/content'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSignedIn } from '#web/lib/session/session.ts'
import { memberChoicesQuery } from '#web/queries/members.ts'
import classes from './reply-summary.module.css'
import { groupTargets, useReplyTargets } from './use-reply-targets.ts'

const Assignee = ({ id }: { id: string }) => {
  const { t } = useTranslation('campaigns/wizard')
  const { data } = useQuery(memberChoicesQuery(useSignedIn().user.currentCompany?.id ?? '', { include: id }))
  const name = data?.data.find(({ userId }) => userId === id)?.name
  return (
    <li>
      {t('reply.assigneeId')}: {data ? (name ?? t('reply.gone')) : '…'}
    </li>
  )
}

/** Says what follows when recipients answer. */
export const ReplySummary = ({ replies }: { replies: readonly ReplyRoute[] }) => {
  const { t } = useTranslation('campaigns/wizard')
  const thingsOf = useReplyTargets()
  return (
    <ul className={classes.plain} aria-label={t('after.title')}>
      {replies.map((route) => (
        <li key={route.button ?? ''}>
          <Text size="sm" fw={600}>
            {route.button === null ? t('reply.other') : t('reply.pressed', { button: route.button })}
          </Text>
          <ul className={classes.plain}>
            {groupTargets.map((target) => {
              const chosen = route[target]
              const name = thingsOf(target, chosen).data.find(({ value }) => value === chosen)?.label
              return chosen ? (
                <li key={target}>
                  {t(`reply.${target}`)}: {name ?? '…'}
                </li>
              ) : null
            })}
            {route.assigneeId ? <Assignee id={route.assigneeId} /> : null}
            {route.optOut ? <li>{t('reply.optOut')}</li> : null}
          </ul>
        </li>
      ))}
    </ul>
  )
}
