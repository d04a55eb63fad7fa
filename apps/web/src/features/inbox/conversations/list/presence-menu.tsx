import { Button, Menu } from '@mantine/core'
import { type Presence, setPresence } from '@recado/contracts/automation/presence'
import { IconChevronDown } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#web/lib/api/api.ts'
import { useSignedIn } from '#web/lib/session/session.ts'
import { PresenceDot } from '../actions/marks.tsx'
import { AlertItems } from '../alerts/alert-items.tsx'
import { assigneesKey, assigneesQuery } from '../api.ts'
import classes from './list.module.css'

const choices = ['online', 'busy', 'away'] as const satisfies readonly Presence[]

/** Whether I can be given conversations, and the change of it. */
export const PresenceMenu = () => {
  const { t } = useTranslation('inbox/conversations')
  const queryClient = useQueryClient()
  const { user } = useSignedIn()
  const query = assigneesQuery({ id: user.id })
  const { data } = useQuery(query)
  const own = data?.data[0]
  const change = useMutation({
    mutationFn: (presence: Presence) => call(setPresence, { body: { presence } }),
    onMutate: (presence) =>
      queryClient.setQueryData(query.queryKey, (known) =>
        known ? { ...known, data: known.data.map((one) => ({ ...one, presence })) } : known,
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: assigneesKey }),
  })
  const presence = own?.presence ?? 'online'
  const shown = t(`list.presences.${presence}`)
  return (
    <Menu position="bottom-end" shadow="md" width={280}>
      <Menu.Target>
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          px={8}
          className={classes.presence ?? ''}
          leftSection={<PresenceDot presence={presence} />}
          rightSection={<IconChevronDown size={14} />}
          aria-label={t('list.presence', { presence: shown })}
        >
          {shown}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map((choice) => (
          <Menu.Item
            key={choice}
            leftSection={<PresenceDot presence={choice} />}
            aria-current={choice === presence || undefined}
            onClick={() => change.mutate(choice)}
          >
            {t(`list.presences.${choice}`)}
            <small style={{ display: 'block', color: 'var(--mantine-color-dimmed)' }}>
              {t(`list.presenceText.${choice}`)}
            </small>
          </Menu.Item>
        ))}
        <AlertItems />
      </Menu.Dropdown>
    </Menu>
  )
}
