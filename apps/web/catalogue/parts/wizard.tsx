import { Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormSection } from '#web/components/form/form-section.tsx'
import { Wizard } from '#web/components/form/wizard.tsx'
import { useWizard } from '#web/lib/ui/wizard.ts'
import type { Part } from '../part.ts'
import { done, longName, never, refused } from '../samples.ts'

type Props = { start?: number; finish?: () => Promise<unknown>; name?: string; audience?: string }

const Sample = ({ start, finish = done, name = '', audience = '' }: Props) => {
  const wizard = useWizard(`catalogue ${start} ${name}`, { name, audience })
  const [wrong, setWrong] = useState(false)
  const [isDone, setDone] = useState(false)
  const step = wizard.resumed ? wizard.step : Math.max(wizard.step, start ?? 0)
  if (isDone) return <Text role="status">Done</Text>
  return (
    <Wizard
      label="New campaign"
      step={step}
      onStep={wizard.go}
      onFinish={async () => {
        await finish()
        wizard.restart()
        setDone(true)
      }}
      steps={[
        {
          title: 'Audience',
          description: 'Who gets it. People who opted out never do.',
          onNext: () => {
            const isEmpty = wizard.values.audience.trim() === ''
            setWrong(isEmpty)
            return !isEmpty
          },
          content: (
            <FormSection title="Contacts">
              <TextInput
                label="Tag"
                value={wizard.values.audience}
                error={wrong ? 'Choose a tag' : null}
                onChange={({ currentTarget }) => wizard.change({ audience: currentTarget.value })}
              />
            </FormSection>
          ),
        },
        {
          title: 'Content',
          description: 'What they read.',
          content: (
            <FormSection title="Template">
              <TextInput
                label="Name"
                value={wizard.values.name}
                onChange={({ currentTarget }) => wizard.change({ name: currentTarget.value })}
              />
            </FormSection>
          ),
        },
        {
          title: 'Review',
          nextLabel: 'Send to 1,204 contacts',
          content: (
            <FormSection title="What happens">
              <Stack gap={4}>
                <Text size="sm">{wizard.values.audience}</Text>
                <Text size="sm">{wizard.values.name}</Text>
              </Stack>
            </FormSection>
          ),
        },
      ]}
    />
  )
}

export const part: Part = {
  name: 'Wizard',
  group: 'Form',
  use: 'Several questions where later ones follow from earlier ones. What was given stays, back and forth and over a reload; Enter leads on.',
  states: {
    first: () => <Sample />,
    middle: () => <Sample start={1} audience="padaria" />,
    last: () => <Sample start={2} audience="padaria" name="promocao_de_natal" />,
    'slow to finish': () => <Sample start={2} audience="padaria" name="lenta" finish={never} />,
    refused: () => <Sample start={2} audience="padaria" name="recusada" finish={refused} />,
    'long name': () => <Sample start={2} audience={longName} name={longName} />,
  },
}
