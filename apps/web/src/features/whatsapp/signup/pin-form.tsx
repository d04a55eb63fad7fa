import { Button, Group, PinInput, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

const LENGTH = 6

/** The PIN that a number has already. */
export const PinForm = ({ busy, onGive }: { busy: boolean; onGive: (pin: string) => void }) => {
  const { t } = useTranslation('whatsapp/signup')
  const [pin, setPin] = useState('')
  const submit = (event: { preventDefault: () => void }) => {
    event.preventDefault()
    if (pin.length === LENGTH) onGive(pin)
  }
  return (
    <form onSubmit={submit}>
      <Text size="sm" fw={600} mt="sm" mb={4} id="pin-label">
        {t('pin.label')}
      </Text>
      <Group gap="sm">
        <PinInput
          name="pin"
          length={LENGTH}
          type="number"
          mask
          value={pin}
          onChange={setPin}
          ariaLabel={t('pin.label')}
          aria-labelledby="pin-label"
          oneTimeCode={false}
        />
        <Button type="submit" size="sm" disabled={pin.length < LENGTH} loading={busy}>
          {t('pin.submit')}
        </Button>
      </Group>
    </form>
  )
}
