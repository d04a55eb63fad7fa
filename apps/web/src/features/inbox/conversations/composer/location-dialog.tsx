import { Alert, Button, TextInput } from '@mantine/core'
import { IconCurrentLocation } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { useContractForm } from '#web/lib/ui/form.ts'
import type { DialogProps } from './composer-dialogs.tsx'

type Place = { latitude: number; longitude: number }

/** `-8.0631, -34.8711`, or the two numbers as a map's address holds them. Null for anything else. */
export const placeIn = (text: string): Place | null => {
  const match = /(-?\d{1,2}(?:\.\d+)?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)/.exec(text)
  const latitude = Number(match?.[1])
  const longitude = Number(match?.[2])
  return match && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null
}

const ask = (): Promise<Place> =>
  new Promise((resolve, reject) => {
    if (!('geolocation' in navigator)) return reject(new Error('No position'))
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ latitude: coords.latitude, longitude: coords.longitude }),
      reject,
      { timeout: 10_000, enableHighAccuracy: true },
    )
  })

/** A place to send: by its coordinates, by a copied map address, or where the sender is. */
export const LocationDialog = ({ sending, replyToId, onReplied, onClose }: DialogProps) => {
  const { t } = useTranslation(['inbox/conversations', 'validation'])
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState(false)
  const { form, state } = useContractForm({
    initialValues: { coordinates: '', name: '', address: '' },
    extra: ({ coordinates }) => ({ coordinates: placeIn(coordinates) ? undefined : t('composer.location.invalid') }),
    onSubmit: async ({ coordinates, name, address }) => {
      const place = placeIn(coordinates)
      if (!place) return
      const words = { name: name.trim(), address: address.trim() }
      const draft = { type: 'location', ...place, ...words, ...(replyToId && { replyToId }) } as const
      sending.guarded(() => {
        sending.put([{ draft, text: words.name || words.address || t('kind.location') }])
        onReplied()
        onClose()
      })
    },
  })

  const locate = async () => {
    setBusy(true)
    setRefused(false)
    try {
      const { latitude, longitude } = await ask()
      form.setFieldValue('coordinates', `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`)
    } catch {
      setRefused(true)
    } finally {
      setBusy(false)
    }
  }
  return (
    <FormDialog
      opened
      title={t('composer.extra.location')}
      submitLabel={t('composer.send')}
      {...state}
      onClose={onClose}
    >
      <Button
        variant="light"
        leftSection={<IconCurrentLocation size={18} />}
        loading={busy}
        onClick={() => void locate()}
      >
        {t('composer.location.mine')}
      </Button>
      {refused ? (
        <Alert color="clay" role="alert">
          {t('composer.location.refused')}
        </Alert>
      ) : null}
      <TextInput
        data-autofocus
        autoComplete="off"
        label={t('composer.location.coordinates')}
        description={t('composer.location.hint')}
        placeholder="-8.06310, -34.87110"
        {...form.getInputProps('coordinates')}
      />
      <TextInput
        autoComplete="off"
        label={`${t('composer.location.name')} (${t('common:optional')})`}
        maxLength={200}
        {...form.getInputProps('name')}
      />
      <TextInput
        autoComplete="off"
        label={`${t('composer.location.address')} (${t('common:optional')})`}
        maxLength={300}
        {...form.getInputProps('address')}
      />
    </FormDialog>
  )
}
