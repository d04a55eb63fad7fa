import { Alert, Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { IconCurrentLocation, IconSend2 } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
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
  const [text, setText] = useState('')
  const [name, setName] = useState('')
  const [address, setAddress] = useState('')
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState(false)
  const [tried, setTried] = useState(false)
  const place = placeIn(text)

  const locate = async () => {
    setBusy(true)
    setRefused(false)
    try {
      const { latitude, longitude } = await ask()
      setText(`${latitude.toFixed(6)}, ${longitude.toFixed(6)}`)
    } catch {
      setRefused(true)
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!place) return
    const words = { name: name.trim(), address: address.trim() }
    const draft = { type: 'location', ...place, ...words, ...(replyToId && { replyToId }) } as const
    sending.guarded(() => {
      sending.put([{ draft, text: words.name || words.address || t('kind.location') }])
      onReplied()
      onClose()
    })
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('composer.extra.location')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
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
            name="coordinates"
            label={t('composer.location.coordinates')}
            description={t('composer.location.hint')}
            placeholder="-8.06310, -34.87110"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            error={tried && !place ? t('composer.location.invalid') : null}
          />
          <TextInput
            name="name"
            label={`${t('composer.location.name')} (${t('common:optional')})`}
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            name="address"
            label={`${t('composer.location.address')} (${t('common:optional')})`}
            maxLength={300}
            value={address}
            onChange={(event) => setAddress(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button type="submit" rightSection={<IconSend2 size={17} />}>
              {t('composer.send')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
