import { Button, Divider, Stack } from '@mantine/core'
import { IconBrandGithub, IconBrandGoogle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSessionClient } from '#web/lib/session/session.ts'
import { providersQuery } from './providers.ts'

const icons: Record<string, ReactNode> = {
  google: <IconBrandGoogle size={18} />,
  github: <IconBrandGithub size={18} />,
}

/** A button for each provider that the server offers besides e-mail and password. */
export const SocialButtons = ({ callbackUrl }: { callbackUrl: string }) => {
  const { t } = useTranslation('identity/auth')
  const client = useSessionClient()
  const { data } = useQuery(providersQuery(client))
  const [leaving, setLeaving] = useState<string | null>(null)
  const providers = Object.values(data ?? {}).filter(({ type }) => type !== 'credentials' && type !== 'email')
  if (providers.length === 0) return null
  const leave = (id: string) => {
    setLeaving(id)
    void client.signIn(id, { callbackUrl })
  }
  return (
    <>
      <Divider label={t('signIn.or')} my="lg" />
      <Stack gap="sm">
        {providers.map(({ id, name }) => (
          <Button key={id} variant="default" leftSection={icons[id]} loading={leaving === id} onClick={() => leave(id)}>
            {t('signIn.with', { provider: name })}
          </Button>
        ))}
      </Stack>
    </>
  )
}
