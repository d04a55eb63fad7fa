import { Anchor, Badge, Button, Group, Paper, Text } from '@mantine/core'
import { IconMailOpened } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { appInfoQuery } from '#web/queries/app-info.ts'

type Account = { email: string; password: string }

/** In demo mode: the accounts to sign in with, one click to fill them in. */
export const DemoAccounts = ({ onChoose }: { onChoose: (account: Account) => void }) => {
  const { t } = useTranslation('identity/auth')
  const { data } = useQuery(appInfoQuery)
  const accounts = data?.demo?.accounts ?? []
  if (accounts.length === 0) return null
  return (
    <Paper mt="md" p="md" withBorder radius="lg" component="section" aria-label={t('demo.title')}>
      <Group gap={8} mb={8}>
        <Badge variant="light" color="clay" size="sm">
          {t('demo.title')}
        </Badge>
        <Text size="sm" c="dimmed">
          {t('demo.choose')}
        </Text>
      </Group>
      <Group gap={8}>
        {accounts.map(({ email, password, name, role }) => (
          <Button
            key={email}
            size="compact-sm"
            variant="default"
            onClick={() => onChoose({ email, password })}
            title={email}
          >
            {name} · {t(`demo.role.${role}`)}
          </Button>
        ))}
      </Group>
    </Paper>
  )
}

/** In demo mode: where the mails go that are said to be sent. */
export const DemoMailbox = () => {
  const { t } = useTranslation('identity/auth')
  const { data } = useQuery(appInfoQuery)
  if (!data?.demo) return null
  return (
    <Anchor href={data.demo.mailUrl} target="_blank" rel="noreferrer" size="sm" c="var(--accent-text)">
      <Group gap={6} component="span" justify="center">
        <IconMailOpened size={17} stroke={1.7} aria-hidden="true" />
        {t('demo.mailbox')}
      </Group>
    </Anchor>
  )
}
