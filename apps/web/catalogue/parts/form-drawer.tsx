import { Button } from '@mantine/core'
import { useState } from 'react'
import { FormDrawer } from '#web/components/form/form-drawer.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { Textarea } from '#web/components/form/textarea.tsx'
import { useContractForm } from '#web/lib/ui/form.ts'
import type { Part } from '../part.ts'
import { done, filledIn, longName, never, refused } from '../samples.ts'

type Props = { name?: string; save?: () => Promise<unknown>; fields?: number; onClose: () => void }

const names = ['Text', 'Second text', 'Third text', 'Fourth text', 'Fifth text', 'Sixth text', 'Seventh text']

const Open = ({ name = '', save = done, fields = 1, onClose }: Props) => {
  const { form, state } = useContractForm({
    schema: filledIn('name', 'text'),
    initialValues: { name, text: '' },
    onSubmit: async () => {
      await save()
      onClose()
    },
  })
  return (
    <FormDrawer opened title="Add canned reply" submitLabel="Add" {...state} onClose={onClose}>
      <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
      {names.slice(0, fields).map((label) => (
        <Textarea key={label} label={label} minRows={4} {...form.getInputProps('text')} />
      ))}
    </FormDrawer>
  )
}

const Sample = (props: Omit<Props, 'onClose'>) => {
  const [opened, setOpened] = useState(true)
  return (
    <>
      <Button onClick={() => setOpened(true)}>Add canned reply</Button>
      {opened ? <Open {...props} onClose={() => setOpened(false)} /> : null}
    </>
  )
}

export const part: Part = {
  name: 'FormDrawer',
  group: 'Form',
  use: 'A short form over a page that goes on. Closing it with something typed asks first, and the focus comes back to what opened it.',
  states: {
    empty: () => <Sample />,
    full: () => <Sample name="Opening hours" />,
    'many fields': () => <Sample fields={7} />,
    'slow to save': () => <Sample name="Opening hours" save={never} />,
    refused: () => <Sample name="Opening hours" save={refused} />,
    'long name': () => <Sample name={longName} />,
  },
}
