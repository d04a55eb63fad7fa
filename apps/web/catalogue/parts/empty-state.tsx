import { Button } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import type { Part } from '../part.ts'
import { longName } from '../samples.ts'

export const part: Part = {
  name: 'EmptyState',
  group: 'Feedback',
  use: 'Where there is nothing: at first use it says what this is and offers the first one, when nothing matches what was looked for, and when everything is done it says so.',
  states: {
    'first use': () => (
      <EmptyState
        icon={IconUsers}
        title="No teams yet"
        description="Teams share conversations, such as Sales and Support."
        action={<Button>Add team</Button>}
      />
    ),
    'no match': () => (
      <EmptyState kind="noMatch" lookedFor="Nothing matches “forno” · Status: Failed." onClear={() => {}} />
    ),
    done: () => <EmptyState kind="done" description="Nobody is waiting for an answer." />,
    compact: () => <EmptyState compact title="No notes yet" />,
    'long name': () => <EmptyState title={longName} description={longName} />,
  },
}
