import { Button, Checkbox, Group, Stack } from '@mantine/core'
import type { OnboardingNumber } from '@recado/contracts/whatsapp/signup'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

type Props = { numbers: readonly OnboardingNumber[]; busy: boolean; onChoose: (ids: string[]) => void }

/** Which numbers of the account are connected. */
export const NumberChoice = ({ numbers, busy, onChoose }: Props) => {
  const { t } = useTranslation('whatsapp/signup')
  const [chosen, setChosen] = useState<string[]>([])
  return (
    <Stack gap="sm" mt="sm">
      <Checkbox.Group value={chosen} onChange={setChosen} label={t('choose.label')}>
        <Stack gap="xs" mt="xs">
          {numbers.map(({ id, phone, name, taken }) => (
            <Checkbox
              key={id}
              value={id}
              disabled={taken}
              label={`${phone} · ${name}`}
              {...(taken ? { description: t('choose.taken') } : {})}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <Group>
        <Button size="sm" disabled={chosen.length === 0} loading={busy} onClick={() => onChoose(chosen)}>
          {t('choose.submit', { count: Math.max(chosen.length, 1) })}
        </Button>
      </Group>
    </Stack>
  )
}
