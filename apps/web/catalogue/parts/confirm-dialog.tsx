import { Button } from '@mantine/core'
import { type ComponentProps, useState } from 'react'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import type { Part } from '../part.ts'
import { done, longName, refused } from '../samples.ts'

const Asked = (props: Partial<ComponentProps<typeof ConfirmDialog>>) => {
  const [opened, setOpened] = useState(true)
  return (
    <>
      <Button onClick={() => setOpened(true)}>Remove number</Button>
      <ConfirmDialog
        opened={opened}
        title="Remove Padaria Boa Massa?"
        confirmLabel="Remove"
        danger
        onConfirm={done}
        onClose={() => setOpened(false)}
        {...props}
      >
        Its conversations stay and can be read. Nothing can be sent from it anymore.
      </ConfirmDialog>
    </>
  )
}

export const part: Part = {
  name: 'ConfirmDialog',
  group: 'Feedback',
  use: 'Before something that cannot be taken back easily: the name of the object in the title, what follows in the text, the verb on the button.',
  states: {
    usual: () => <Asked />,
    'typed name': () => <Asked typeToConfirm="Padaria Boa Massa" />,
    refused: () => <Asked onConfirm={refused} />,
    'long name': () => <Asked title={`Remove ${longName}?`} typeToConfirm={longName} />,
  },
}
