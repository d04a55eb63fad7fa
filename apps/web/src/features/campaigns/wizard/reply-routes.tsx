import { Select, SimpleGrid, Text } from '@mantine/core'
import type { ReplyRoute } from '@recado/contracts/campaigns/content'
import type { TemplateSummary } from '@recado/contracts/whatsapp/channel-templates'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { contactListsQuery, contactTagsQuery } from '#web/queries/contact-groups.ts'
import { labelsQuery } from '#web/queries/labels.ts'
import { teamsQuery } from '#web/queries/teams.ts'
import { quickReplies } from './templates.ts'
import classes from './wizard.module.css'

const targets = ['teamId', 'labelId', 'tagId', 'listId'] as const
type Target = (typeof targets)[number]

type Props = { template: TemplateSummary; replies: readonly ReplyRoute[]; onChange: (replies: ReplyRoute[]) => void }

/** What follows when a recipient presses one of the buttons. */
export const ReplyRoutes = ({ template, replies, onChange }: Props) => {
  const { t } = useTranslation('campaigns/wizard')
  const things = {
    teamId: useQuery(teamsQuery).data?.data ?? [],
    labelId: useQuery(labelsQuery).data?.data ?? [],
    tagId: useQuery(contactTagsQuery).data?.data ?? [],
    listId: useQuery(contactListsQuery).data?.data ?? [],
  } satisfies Record<Target, readonly { id: string; name: string }[]>
  const buttons = quickReplies(template)
  if (buttons.length === 0) return null
  const set = (button: string, target: Target, id: string | null) => {
    const blank = { button, labelId: null, tagId: null, listId: null, teamId: null, assigneeId: null }
    const route = { ...(replies.find((one) => one.button === button) ?? blank), [target]: id }
    onChange([...replies.filter((one) => one.button !== button), route])
  }
  return (
    <ul className={classes.rows} aria-label={t('reply.title')}>
      {buttons.map((button) => {
        const route = replies.find((one) => one.button === button)
        return (
          <li key={button} className={classes.row}>
            <Text size="sm" fw={600}>
              {t('reply.pressed', { button })}
            </Text>
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
              {targets.map((target) => (
                <Select
                  key={target}
                  label={t(`reply.${target}`)}
                  aria-label={`${button}: ${t(`reply.${target}`)}`}
                  placeholder={t('reply.nothing')}
                  clearable
                  searchable
                  nothingFoundMessage={t('common:nothingFound')}
                  value={route?.[target] ?? null}
                  data={things[target].map(({ id, name }) => ({ value: id, label: name }))}
                  onChange={(id) => set(button, target, id)}
                />
              ))}
            </SimpleGrid>
          </li>
        )
      })}
    </ul>
  )
}
