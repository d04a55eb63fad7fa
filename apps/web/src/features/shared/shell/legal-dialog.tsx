import { Anchor, Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core'
import { acceptLegal } from '@recado/contracts/identity/users'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormFailure } from '#web/components/form/form-failure.tsx'
import { call } from '#web/lib/api/api.ts'
import { errorText } from '#web/lib/api/error-text.ts'
import { useSession, useSessionClient } from '#web/lib/session/session.ts'

const none = () => {}

/** Asks to accept terms and privacy notice again once they have changed; nothing else can be done before. */
export const LegalDialog = () => {
  const { t } = useTranslation(['common', 'errors'])
  const session = useSessionClient()
  const legal = useSession().data?.legal
  const [agreed, setAgreed] = useState(false)
  const accept = useMutation({
    mutationFn: async () => {
      if (legal) await call(acceptLegal, { body: legal })
      await session.refetch()
    },
    meta: { quiet: true },
  })
  if (!legal) return null
  return (
    <Modal
      opened
      onClose={none}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t('shell.legal.title')}
    >
      <Stack gap="md">
        <Text size="sm">{t('shell.legal.text')}</Text>
        <Group gap="lg">
          {legal.terms ? (
            <Anchor href="/terms" target="_blank" rel="noreferrer" size="sm">
              {t('shell.legal.terms')}
            </Anchor>
          ) : null}
          {legal.privacy ? (
            <Anchor href="/privacy" target="_blank" rel="noreferrer" size="sm">
              {t('shell.legal.privacy')}
            </Anchor>
          ) : null}
        </Group>
        <Checkbox
          label={t('shell.legal.agree')}
          checked={agreed}
          onChange={(event) => setAgreed(event.currentTarget.checked)}
        />
        <FormFailure>{accept.error ? errorText(t, accept.error) : null}</FormFailure>
        <Group justify="space-between">
          <Button variant="subtle" color="gray" onClick={() => void session.signOut()}>
            {t('shell.signOut')}
          </Button>
          <Button disabled={!agreed} loading={accept.isPending} onClick={() => accept.mutate()}>
            {t('shell.legal.accept')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
