import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { IconHelpCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Category } from './category-choice.tsx'

/** Asked one after the other; the first yes decides. */
const questions = [
  { id: 'code', category: 'AUTHENTICATION' },
  { id: 'invites', category: 'MARKETING' },
  { id: 'follows', category: 'UTILITY' },
] as const

/** Finds the category by up to three questions. */
export const CategoryHelper = ({ onChoose }: { onChoose: (category: Category) => void }) => {
  const { t } = useTranslation('whatsapp/templates')
  const [step, setStep] = useState<number | null>(null)
  if (step === null)
    return (
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconHelpCircle size={17} />}
        style={{ alignSelf: 'flex-start' }}
        onClick={() => setStep(0)}
      >
        {t('category.helper.open')}
      </Button>
    )
  const question = questions[step]
  const decide = (category: Category) => {
    onChoose(category)
    setStep(null)
  }
  return (
    <Paper withBorder p="sm" role="group" aria-label={t('category.helper.open')}>
      <Stack gap="sm">
        <Text size="sm" aria-live="polite">
          {t(`category.helper.${question?.id ?? 'code'}`)}
        </Text>
        <Group gap="xs">
          <Button size="compact-sm" variant="light" onClick={() => question && decide(question.category)}>
            {t('yes')}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => (step + 1 < questions.length ? setStep(step + 1) : decide('MARKETING'))}
          >
            {t('no')}
          </Button>
          <Button size="compact-sm" variant="subtle" onClick={() => setStep(null)}>
            {t('common:cancel')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
