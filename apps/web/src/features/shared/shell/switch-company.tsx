import { ActionIcon, Divider, Group, ScrollArea, Text, TextInput, UnstyledButton } from '@mantine/core'
import { IconArrowLeft, IconCheck, IconPlus, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#web/components/content/avatar.tsx'
import { CountBadge } from '#web/components/feedback/count-badge.tsx'
import { useSignedIn } from '#web/lib/session/session.ts'
import { useSwitchCompany } from '#web/lib/session/use-switch-company.ts'
import { myCompaniesQuery } from '#web/queries/my-companies.ts'
import classes from './user-dropdown.module.css'

const searchFrom = 7
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The companies of the person, with what waits in each; choosing one makes it current. */
export const SwitchCompany = ({ onBack, onClose }: { onBack: () => void; onClose: () => void }) => {
  const { t } = useTranslation()
  const { user } = useSignedIn()
  const { data, isError } = useQuery(myCompaniesQuery)
  const [search, setSearch] = useState('')
  const switchTo = useSwitchCompany()
  const choose = (id: string, name: string) => {
    onClose()
    void switchTo(id, name)
  }
  const all = data?.companies ?? user.companies
  const found = all.filter(({ name }) => plain(name).includes(plain(search)))
  const unreadOf = (id: string) => user.companies.find((company) => company.id === id)?.unread ?? 0

  return (
    <>
      <Group gap={6} p={4}>
        <ActionIcon onClick={onBack} aria-label={t('back')} data-autofocus>
          <IconArrowLeft size={18} />
        </ActionIcon>
        <Text fw={600} size="sm">
          {t('shell.switchCompany')}
        </Text>
      </Group>
      {isError ? (
        <Text size="xs" c="dimmed" px="xs" pb={6} role="status">
          {t('shell.companiesOld')}
        </Text>
      ) : null}
      {all.length > searchFrom ? (
        <TextInput
          size="sm"
          my={6}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          placeholder={t('search')}
          aria-label={t('shell.searchCompany')}
          leftSection={<IconSearch size={16} />}
        />
      ) : null}
      <ScrollArea.Autosize mah={300} type="auto">
        {found.map(({ id, name, logoUrl, color }) => (
          <UnstyledButton key={id} className={classes.row} onClick={() => choose(id, name)}>
            <Avatar name={name} src={logoUrl} color={color} size={30} radius="md" />
            <Text span size="sm" truncate style={{ flex: 1 }}>
              {name}
            </Text>
            <CountBadge count={unreadOf(id)} label={t('shell.unread', { count: unreadOf(id) })} />
            {id === user.currentCompany?.id ? <IconCheck size={17} aria-label={t('shell.currentCompany')} /> : null}
          </UnstyledButton>
        ))}
        {all.length > 0 && found.length === 0 ? (
          <Text size="sm" c="dimmed" p="xs">
            {t('nothingFound')}
          </Text>
        ) : null}
      </ScrollArea.Autosize>
      {all.length > 0 ? <Divider my={6} /> : null}
      <Link to="/companies" className={classes.row} onClick={onClose}>
        <IconPlus size={19} stroke={1.7} />
        {t(all.length > 0 || isError ? 'shell.manageCompanies' : 'shell.createCompany')}
      </Link>
    </>
  )
}
