import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { contactListsQuery, contactTagsQuery } from '#web/queries/contact-groups.ts'
import { labelsQuery } from '#web/queries/labels.ts'
import { teamsQuery } from '#web/queries/teams.ts'

/** What routes of replies name, other than people. */
export const groupTargets = ['labelId', 'tagId', 'listId', 'teamId'] as const
export type GroupTarget = (typeof groupTargets)[number]

/** What can be chosen for a part of a route, and whether what was chosen has been deleted since. */
export const useReplyTargets = () => {
  const { t } = useTranslation('campaigns/wizard')
  const found = {
    labelId: useQuery(labelsQuery).data?.data,
    tagId: useQuery(contactTagsQuery).data?.data,
    listId: useQuery(contactListsQuery).data?.data,
    teamId: useQuery(teamsQuery).data?.data,
  } satisfies Record<GroupTarget, readonly { id: string; name: string }[] | undefined>
  return (target: GroupTarget, chosen: string | null) => {
    const known = found[target]?.map(({ id, name }) => ({ value: id, label: name })) ?? []
    const isGone = chosen !== null && found[target] !== undefined && !known.some(({ value }) => value === chosen)
    return { isGone, data: isGone ? [...known, { value: chosen, label: t('reply.gone') }] : known }
  }
}
