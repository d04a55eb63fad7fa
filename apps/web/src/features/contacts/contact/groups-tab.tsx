import { ActionIcon, Button, Group, Stack, Text, Tooltip } from '@mantine/core'
import { listListsOfContact } from '@recado/contracts/contacts/lists'
import { listSegmentsOfContact } from '@recado/contracts/contacts/segments'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ListCard } from '#web/components/chart/list-card.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { call } from '#web/lib/api/api.ts'
import { day } from '#web/lib/i18n/dates.ts'
import { contactKeys } from '#web/queries/contacts.ts'
import classes from './groups.module.css'

type Props = {
  contactId: string
  /** Puts the contact into a list, and takes it out again; null for whoever may not. */
  edit: { add: () => void; remove: (listId: string) => void } | null
}

/** The lists that a contact was put into, and the segments that it belongs to at the moment. */
export const GroupsTab = ({ contactId, edit }: Props) => {
  const { t, i18n } = useTranslation('contacts/contact')
  const params = { id: contactId }
  const { lists: listsKey, segments: segmentsKey } = contactKeys(contactId)
  const lists = useQuery({
    queryKey: listsKey,
    queryFn: ({ signal }) => call(listListsOfContact, { params }, { signal }),
  })
  const segments = useQuery({
    queryKey: segmentsKey,
    queryFn: ({ signal }) => call(listSegmentsOfContact, { params }, { signal }),
  })
  return (
    <Stack gap="md" maw={960}>
      <ListCard
        title={t('groups.lists')}
        query={lists}
        nothing={lists.data?.data.length === 0 ? t('groups.noLists') : null}
        aside={
          edit ? (
            <Button size="compact-sm" variant="default" leftSection={<IconPlus size={16} />} onClick={edit.add}>
              {t('groups.add')}
            </Button>
          ) : null
        }
      >
        <ul className={classes.rows}>
          {lists.data?.data.map(({ id, name, addedBy, addedAt, source }) => (
            <li key={id}>
              <div className={classes.text}>
                <TextLink size="sm" to="/company/contacts" search={{ list: id }}>
                  {name}
                </TextLink>
                <Text size="xs" c="dimmed">
                  {[t(`groups.source.${source}`), addedBy?.name, day(addedAt, i18n.language)]
                    .filter(Boolean)
                    .join(' · ')}
                </Text>
              </div>
              {edit ? (
                <Tooltip label={t('groups.remove')}>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={t('groups.removeFrom', { name })}
                    onClick={() => edit.remove(id)}
                  >
                    <IconX size={17} />
                  </ActionIcon>
                </Tooltip>
              ) : null}
            </li>
          ))}
        </ul>
      </ListCard>
      <ListCard
        title={t('groups.segments')}
        query={segments}
        nothing={segments.data?.data.length === 0 ? t('groups.noSegments') : null}
      >
        <ul className={classes.rows}>
          {segments.data?.data.map(({ id, name, shared }) => (
            <li key={id}>
              <Group gap="xs">
                <Text size="sm" fw={550}>
                  {name}
                </Text>
                {shared ? null : (
                  <Text size="xs" c="dimmed">
                    {t('groups.private')}
                  </Text>
                )}
              </Group>
            </li>
          ))}
        </ul>
      </ListCard>
    </Stack>
  )
}
