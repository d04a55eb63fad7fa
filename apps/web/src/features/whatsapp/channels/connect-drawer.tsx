import { Accordion, Alert, Button, Group, PasswordInput, Text, TextInput } from '@mantine/core'
import { checkChannel, connectChannel, connectChannelBody } from '@recado/contracts/whatsapp/channel-connection'
import { IconFlask } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '#web/components/form/form-drawer.tsx'
import { call } from '#web/lib/api/api.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { channelsKey } from '#web/queries/channels.ts'
import { spareNumberQuery } from './api.ts'
import { type CheckResult, ConnectSteps } from './connect-steps.tsx'

type Values = { wabaId: string; phoneNumberId: string; accessToken: string; appSecret: string; pin: string }
const empty: Values = { wabaId: '', phoneNumberId: '', accessToken: '', appSecret: '', pin: '' }

const bodyOf = ({ appSecret, pin, ...rest }: Values) => ({
  ...rest,
  ...(appSecret.trim() ? { appSecret: appSecret.trim() } : {}),
  ...(pin.trim() ? { pin: pin.trim() } : {}),
})

const DemoOffer = ({ onFill }: { onFill: (values: Partial<Values>) => void }) => {
  const { t } = useTranslation('whatsapp/channels')
  const { data } = useQuery(spareNumberQuery())
  const number = data?.number
  if (!number) return null
  const { wabaId, phoneNumberId, accessToken, phone } = number
  return (
    <Alert color="clay" icon={<IconFlask size={20} />} title={t('demo.title')}>
      <Text size="sm" mb="xs">
        {t('demo.text', { phone })}
      </Text>
      <Button
        size="compact-sm"
        variant="light"
        color="clay"
        onClick={() => onFill({ wabaId, phoneNumberId, accessToken })}
      >
        {t('demo.fill')}
      </Button>
    </Alert>
  )
}

/** Connects a number: what to paste and where to find it, live checks, then the connection itself. */
export const ConnectDrawer = ({ onClose, onConnected }: { onClose: () => void; onConnected: (id: string) => void }) => {
  const { t } = useTranslation('whatsapp/channels')
  const queryClient = useQueryClient()
  const [checked, setChecked] = useState<{ key: string; result: CheckResult } | null>(null)
  const { form, busy, state } = useContractForm<Values>({
    schema: connectChannelBody,
    initialValues: empty,
    toBody: bodyOf,
    onSubmit: async (values) => {
      const body = bodyOf(values)
      const key = JSON.stringify(body)
      if (checked?.key !== key || !checked.result.ok) {
        setChecked(null)
        setChecked({ key, result: await call(checkChannel, { body }) })
        return
      }
      const channel = await call(connectChannel, { body })
      await queryClient.invalidateQueries({ queryKey: channelsKey })
      toastSuccess(t('connect.done', { name: channel.name }))
      onConnected(channel.id)
    },
  })
  const current = checked?.key === JSON.stringify(bodyOf(form.values)) ? checked.result : null
  return (
    <FormDrawer
      opened
      title={t('connect.title')}
      submitLabel={t(current?.ok ? 'connect.submit' : 'connect.check')}
      {...state}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {t('connect.text')}
      </Text>
      <DemoOffer onFill={(values) => form.setValues(values)} />
      <TextInput
        label={t('field.wabaId')}
        description={t('help.wabaId')}
        inputMode="numeric"
        autoComplete="off"
        {...form.getInputProps('wabaId')}
      />
      <TextInput
        label={t('field.phoneNumberId')}
        description={t('help.phoneNumberId')}
        inputMode="numeric"
        autoComplete="off"
        {...form.getInputProps('phoneNumberId')}
      />
      <PasswordInput
        label={t('field.accessToken')}
        description={t('help.accessToken')}
        autoComplete="off"
        {...form.getInputProps('accessToken')}
      />
      <Accordion variant="contained" chevronPosition="left">
        <Accordion.Item value="more">
          <Accordion.Control>{t('connect.more')}</Accordion.Control>
          <Accordion.Panel>
            <Group grow align="flex-start" gap="sm" style={{ flexDirection: 'column' }}>
              <PasswordInput
                w="100%"
                maw="100%"
                label={t('field.appSecret')}
                description={t('help.appSecret')}
                autoComplete="off"
                {...form.getInputProps('appSecret')}
              />
              <TextInput
                w="100%"
                maw="100%"
                label={t('field.pin')}
                description={t('help.pin')}
                inputMode="numeric"
                maxLength={6}
                autoComplete="off"
                {...form.getInputProps('pin')}
              />
            </Group>
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
      <ConnectSteps busy={busy && !current} result={current} />
    </FormDrawer>
  )
}
