import { Button, Group, Select } from '@mantine/core'
import { deregisterChannel, moveChannel } from '@recado/contracts/whatsapp/channel-connection'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { FormFailure } from '#web/components/form/form-failure.tsx'
import { FormSection } from '#web/components/form/form-section.tsx'
import { ApiError, call } from '#web/lib/api/api.ts'
import { useSession } from '#web/lib/session/session.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { channelsKey } from '#web/queries/channels.ts'
import type { ChannelDetail } from './api.ts'

/** Takes the number off the Cloud API at Meta. */
export const DeregisterForm = ({ channel, onGone }: { channel: ChannelDetail; onGone: () => void }) => {
  const { t } = useTranslation('whatsapp/channels')
  const queryClient = useQueryClient()
  const [asking, setAsking] = useState(false)
  const coexistence = channel.kind === 'coexistence'
  const leave = async () => {
    await call(deregisterChannel, { params: { id: channel.id } })
    await queryClient.invalidateQueries({ queryKey: channelsKey })
    toastSuccess(t('deregister.done', { name: channel.name }))
    onGone()
  }
  return (
    <FormSection
      title={t('deregister.title')}
      description={t(coexistence ? 'deregister.notCoexistence' : 'deregister.text')}
    >
      {coexistence ? null : (
        <Group>
          <Button color="red" variant="outline" onClick={() => setAsking(true)}>
            {t('deregister.open')}
          </Button>
        </Group>
      )}
      <ConfirmDialog
        opened={asking}
        danger
        title={t('deregister.ask', { name: channel.name })}
        confirmLabel={t('deregister.open')}
        cancelLabel={t('deregister.keep')}
        typeToConfirm={channel.name}
        onConfirm={leave}
        onClose={() => setAsking(false)}
      >
        {t('deregister.text')}
      </ConfirmDialog>
    </FormSection>
  )
}

/** Connects the number in another company of mine. */
export const MoveForm = ({ channel, onGone }: { channel: ChannelDetail; onGone: () => void }) => {
  const { t } = useTranslation('whatsapp/channels')
  const queryClient = useQueryClient()
  const { data: session } = useSession()
  const others = (session?.user.companies ?? []).filter(({ current }) => !current)
  const [companyId, setCompanyId] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const target = others.find(({ id }) => id === companyId)
  if (others.length === 0) return null
  const move = async () => {
    if (!companyId) return
    try {
      await call(moveChannel, { params: { id: channel.id }, body: { companyId } })
    } catch (error) {
      const reason = error instanceof ApiError ? error.data['reason'] : null
      if (typeof reason !== 'string') throw error
      setRefused(t(`move.refused.${reason}` as 'move.refused.other', { defaultValue: t('move.refused.other') }))
      return
    }
    await queryClient.invalidateQueries({ queryKey: channelsKey })
    toastSuccess(t('move.done', { company: target?.name ?? '' }))
    onGone()
  }
  return (
    <FormSection title={t('move.title')} description={t('move.text')}>
      <Select
        label={t('move.to')}
        data={others.map(({ id, name }) => ({ value: id, label: name }))}
        value={companyId}
        onChange={(next) => {
          setCompanyId(next)
          setRefused(null)
        }}
        searchable
      />
      <FormFailure>{refused}</FormFailure>
      <Group>
        <Button variant="default" disabled={!target} onClick={() => setAsking(true)}>
          {t('move.open')}
        </Button>
      </Group>
      <ConfirmDialog
        opened={asking}
        danger
        title={t('move.ask', { name: channel.name, company: target?.name ?? '' })}
        confirmLabel={t('move.open')}
        onConfirm={move}
        onClose={() => setAsking(false)}
      >
        {t('move.text')}
      </ConfirmDialog>
    </FormSection>
  )
}
