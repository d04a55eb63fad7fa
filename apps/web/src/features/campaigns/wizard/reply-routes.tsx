import { Checkbox, Select, SimpleGrid, Text } from '@mantine/core'
import { type ReplyRoute, replyTargets } from '@recado/contracts/campaigns/content'
import { useTranslation } from 'react-i18next'
import { groupTargets, useReplyTargets } from '#web/components/campaign/use-reply-targets.ts'
import { MemberSelect, noMember } from '#web/components/form/member-select.tsx'
import classes from './wizard.module.css'

/** What a route does that does nothing yet. */
const blank = { labelId: null, tagId: null, listId: null, teamId: null, assigneeId: null, optOut: false }

type RouteProps = { route: ReplyRoute; onChange: (route: ReplyRoute) => void }

const Route = ({ route, onChange }: RouteProps) => {
  const { t } = useTranslation('campaigns/wizard')
  const thingsOf = useReplyTargets()
  const { button } = route
  const name = button ?? t('reply.other')
  return (
    <li className={classes.row}>
      <div>
        <Text size="sm" fw={600}>
          {button === null ? name : t('reply.pressed', { button })}
        </Text>
        {button === null ? (
          <Text size="sm" c="dimmed">
            {t('reply.otherText')}
          </Text>
        ) : null}
      </div>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {groupTargets.map((target) => {
          const { isGone, data } = thingsOf(target, route[target])
          return (
            <Select
              key={target}
              label={t(`reply.${target}`)}
              aria-label={`${name}: ${t(`reply.${target}`)}`}
              placeholder={t('reply.nothing')}
              clearable
              searchable
              nothingFoundMessage={t('common:nothingFound')}
              error={isGone ? t('reply.gone') : null}
              value={route[target]}
              data={data}
              onChange={(id) => onChange({ ...route, [target]: id })}
            />
          )
        })}
        <MemberSelect
          label={t('reply.assigneeId')}
          none={t('reply.nothing')}
          value={route.assigneeId ?? noMember}
          onChoose={(id) => onChange({ ...route, assigneeId: id === noMember ? null : id })}
        />
      </SimpleGrid>
      {button === null ? null : (
        <Checkbox
          label={t('reply.optOut')}
          description={t('reply.optOutText')}
          checked={route.optOut}
          onChange={(event) => onChange({ ...route, optOut: event.currentTarget.checked })}
        />
      )}
    </li>
  )
}

const doesSomething = (route: ReplyRoute) => route.optOut || replyTargets.some((target) => route[target] !== null)

type Props = { buttons: readonly string[]; replies: readonly ReplyRoute[]; onChange: (replies: ReplyRoute[]) => void }

/** What follows when a recipient presses one of the buttons, or writes something else. */
export const ReplyRoutes = ({ buttons, replies, onChange }: Props) => {
  const { t } = useTranslation('campaigns/wizard')
  const routed = replies.flatMap((route) => route.button ?? [])
  const shown = [...new Set([...buttons, ...routed]), null]
  const set = (route: ReplyRoute) => {
    const others = replies.filter((one) => one.button !== route.button)
    onChange(doesSomething(route) ? [...others, route] : others)
  }
  return (
    <ul className={classes.rows} aria-label={t('reply.title')}>
      {shown.map((button) => (
        <Route
          key={button ?? ''}
          route={replies.find((one) => one.button === button) ?? { ...blank, button }}
          onChange={set}
        />
      ))}
    </ul>
  )
}
