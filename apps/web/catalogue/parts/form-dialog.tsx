import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { Switch } from '#web/components/form/switch.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { useContractForm } from '#web/lib/ui/form.ts'
import type { Part } from '../part.ts'
import { done, filledIn, longName, never, refused } from '../samples.ts'

type Props = { name?: string; save?: () => Promise<unknown>; also?: boolean; onClose: () => void }

const Open = ({ name = '', save = done, also = false, onClose }: Props) => {
  const { form, state } = useContractForm({
    schema: filledIn('name'),
    initialValues: { name, shared: false },
    onSubmit: async () => {
      await save()
      onClose()
    },
  })
  return (
    <FormDialog
      opened
      title="Save view"
      submitLabel="Save"
      {...state}
      also={also ? <Button variant="default">Save for later</Button> : null}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        Keeps the filters that are set under a name.
      </Text>
      <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
      <Switch label="Share with the company" {...form.getInputProps('shared', { type: 'checkbox' })} />
    </FormDialog>
  )
}

const Sample = (props: Omit<Props, 'onClose'>) => {
  const [opened, setOpened] = useState(true)
  return (
    <>
      <Button onClick={() => setOpened(true)}>Save view</Button>
      {opened ? <Open {...props} onClose={() => setOpened(false)} /> : null}
    </>
  )
}

export const part: Part = {
  name: 'FormDialog',
  group: 'Form',
  use: 'A question or two over what it is about. More fields are a FormDrawer; a question without fields is a ConfirmDialog.',
  states: {
    empty: () => <Sample />,
    full: () => <Sample name="Waiting for an answer" />,
    'two ways': () => <Sample name="Waiting for an answer" also />,
    'slow to save': () => <Sample name="Waiting for an answer" save={never} />,
    refused: () => <Sample name="Waiting for an answer" save={refused} />,
    'long name': () => <Sample name={longName} also />,
  },
}
